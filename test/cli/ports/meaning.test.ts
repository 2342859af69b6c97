import { parse, type ParserOptions } from "@babel/parser";
import fc from "fast-check";
import { expect, test } from "vitest";
import { tokens } from "../../../cli/ports/ecmascript-tokens.ts";

/*
 * Each of these programs is varied thousands of times: by line breaks, semicolons, commas, brackets
 * and quotes that come and go. Where two variants have equal tokens, Babel must read the same
 * program in both.
 */
const PROGRAMS = [
  "if ( a ) b ( ) ; else c ( ) ; ( d ) ; if ( a ) { b ++ ; c ( ) ; }",
  "if ( a ) { if ( b ) c ; } else { d } while ( a ) ; b ; while ( c ) { ! d ; }",
  "for ( a ; b ; c ) d ( ) ; for ( ; a ; ) b ; for ( a ; ; ) { b ; c }",
  "do { a ( ) ; } while ( b ) ; c ( ) ; a : ; b ( ) ; { c } ;",
  "return a ; b ( ) ; return ( c ) ; return ( d ) + e ; return",
  "a ; ( b ) ; [ c ] ; `d` ; + e ; ++ f ; ! g ; /h/i ; - j ; a ++ ; ++ b",
  "'a' ; \"b\" ; c ; ; 'd' ; { ; 'e' }",
  "class A { get ; a ( ) { } static ; b ; readonly c ; async ; d ( ) { } * e ( ) { } [ f ] = 1 ; set }",
  "class A { a = 1 ; static { } b ( ) : void ; b ( ) { } ; in ; d ; #e ; @f g ; h ! : i }",
  "interface A { a : b ; c ( ) : d , get ; e ; 'f' : g ; ( ) : h ; return ; ( ) : i }",
  "type ; A = b ; async ; function c ( ) { } ; declare ; type ; d",
  "switch ( a ) { case 'b' : c ( ) ; break ; case b , 'd' : e ; default : f }",
  "f = ( a ) => ( b , c ) ; g = ( a ) => ( { } ) ; h = async ( a , ) => ( b ? c : d )",
  "a = [ b , , c , ] ; d = [ , ] ; e ( f , ) ; g = { h , 'i' : j , }",
  "a = ( b && c ) ? ( d ) : ( e , f ) ; g = ( h = i ) ? 'j' : k ; l ( m ? 'n' : o )",
  "type A = | 'b' | c <d <e > > ; let f : A ; ( g ) ; let h : A <B > ; i ; a < b ; c >> d",
  "a ! ( b ) ; a as b ; ! c ( ) ; a ! ; b ; a satisfies b ; as ; c",
  "throw ( a ) ; yield ; yield a ; await b ; const a = b , c = d ; e ; async ( f )",
].map((program) => program.split(" "));

const optional = /^[;,(){}|&]$/;

/** A few changes at a time, so that most variants are programs still. */
const change = fc.record({
  at: fc.nat(),
  gap: fc.constantFrom("\n", ";", ";\n", ""),
  drops: fc.boolean(),
});

function varied(program: readonly string[], changes: readonly Change[]): string {
  const parts = program.map((text, i) => ({
    text,
    gap: /^<[a-zA-Z]/.test(program[i + 1] ?? "") ? "" : " ",
  }));
  for (const { at, gap, drops } of changes) {
    const part = parts[at % parts.length];
    if (part === undefined) continue;
    if (drops && optional.test(part.text)) part.text = "";
    else if (gap === "") part.text = part.text.replace(/^'(.*)'$/, '"$1"');
    else part.gap = gap;
  }
  return `async function* f() {\n${parts.map(({ text, gap }) => text + gap).join("")}\n}`;
}

type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

test.each(PROGRAMS.map((program) => [program.join(" "), program] as const))(
  "variants with equal tokens mean the same: %s",
  (_, program) => {
    expect(meaningOf(varied(program, []))).toBeDefined();
    const known = new Map<string, { readonly text: string; readonly meaning: string }>();
    const changes = fc.array(change, { maxLength: 8 });
    let compared = 0;
    for (const chosen of fc.sample(changes, { seed: 1, numRuns: 400 })) {
      const text = varied(program, chosen);
      const meaning = meaningOf(text);
      if (meaning === undefined) continue;
      const key = JSON.stringify(tokens(text));
      const other = known.get(key);
      if (other === undefined) known.set(key, { text, meaning });
      else if (other.text !== text) {
        compared += 1;
        expect(meaning, `${other.text}\n--- and ---\n${text}`).toBe(other.meaning);
      }
    }
    expect(compared).toBeGreaterThan(10);
  },
);

const OPTIONS: ParserOptions = {
  sourceType: "module",
  plugins: ["typescript", "decorators", "decoratorAutoAccessors"],
  allowReturnOutsideFunction: true,
  allowAwaitOutsideFunction: true,
};

/** The syntax tree without what says nothing; undefined if the text is no program. */
function meaningOf(text: string): string | undefined {
  try {
    return JSON.stringify(bare(parse(text, OPTIONS).program));
  } catch {
    return undefined;
  }
}

type Fields = Record<string, unknown>;
const isFields = (value: unknown): value is Fields => typeof value === "object" && value !== null;
const SAYS_NOTHING = /^(?:loc|start|end|extra|errors|.*[cC]omments)$/;

function bare(value: unknown): unknown {
  if (Array.isArray(value)) return value.filter((part) => !isEmptyStatement(part)).map(bare);
  if (!isFields(value)) return value;
  const fields = Object.entries(value)
    .filter(([name]) => !SAYS_NOTHING.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, field]) => [name, bare(field)]);
  return plain(Object.fromEntries(fields) as Fields);
}

const isEmptyStatement = (value: unknown): boolean =>
  isFields(value) && value["type"] === "EmptyStatement";

/** Braces around one statement, a union of one member, and a quoted key say nothing either. */
function plain(node: Fields): unknown {
  const { type, types, key } = node;
  if (Array.isArray(types) && types.length === 1) return types[0];
  if (isFields(key) && key["type"] === "StringLiteral" && node["computed"] !== true)
    return { ...node, key: { name: key["value"], type: "Identifier" } };
  if (!/^(?:If|For|While)/.test(String(type))) return node;
  const bodies = ["consequent", "alternate", "body"].map((name) => [name, unbraced(node[name])]);
  return { ...node, ...Object.fromEntries(bodies) };
}

function unbraced(node: unknown): unknown {
  if (!isFields(node) || node["type"] !== "BlockStatement") return node;
  const { body, directives } = node as { body: unknown[]; directives: { value: Fields }[] };
  const [statement] = body;
  if (body.length === 1 && directives.length === 0) return statement;
  const [directive] = directives;
  if (body.length > 0 || directives.length !== 1 || directive === undefined) return node;
  // (Babel reads the string of `if (a) { "b" }` as a directive, which it is not.)
  const expression = { type: "StringLiteral", value: directive.value["value"] };
  return { expression, type: "ExpressionStatement" };
}
