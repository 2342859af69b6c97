import { describe, expect, test } from "vitest";
import { c, cFamilyTokens, go, java, rust } from "../../../cli/ports/c-family-tokens.ts";

const languages = { go, rust, c, java };
type Language = keyof typeof languages;

const tokensOf = (language: Language, text: string) => cFamilyTokens(text, languages[language]);
const all: readonly Language[] = ["go", "rust", "c", "java"];

describe("what a formatter may change", () => {
  const same: readonly (readonly [languages: readonly Language[], one: string, other: string])[] = [
    [all, "a = f( b,c );", "a  =  f(b, c);"],
    [all, "x = 1; // why   so\n", "x = 1; //  why so\n"],
    [all, "x = 1; //why\n", "x = 1; // why\n"],
    [all, "/* a\n * b\n */\nx = 1;", "/*\n   a b */ x = 1;"],
    [all, "// a b\n// c\nx = 1;", "// a\n// b c\nx = 1;"],
    [all, "x = a<b || c>d;", "x = a < b || c > d;"],
    [["rust", "java"], "A<B<C>> x;", "A<B<C> > x;"],
    [["rust", "c", "java"], "x = a<-b;", "x = a < -b;"],
    [["rust", "c", "java"], "a\n=\nb;", "a = b;"],
    [["go"], "f(\n\ta,\n\tb,\n)\n", "f(a, b)\n"],
    [["go"], "if a { return }\n", "if a {\n\treturn\n}\n"],
    [["go"], "a := 1; b := 2\n", "a := 1\nb := 2\n"],
    [["go"], "x := []int{\n\t1, // one\n\t2, // two\n}\n", "x := []int{1, // one\n2, // two\n}\n"],
    [["go"], "for ;; {}\n", "for ; ; {}\n"],
    [["rust"], "f(\n    a,\n    b,\n)", "f(a, b)"],
    [["rust"], "f(\n    a,\n)", "f(a)"],
    [["rust"], "match x { A => 1, B => 2 }", "match x {\n    A => 1,\n    B => 2,\n}"],
    [["rust"], "(self.f)(\n    a,\n);", "(self.f)(a);"],
    [["rust"], "f(|x| {\n    x + 1\n});", "f(|x| x + 1);"],
    [["rust"], "let f = move |x, y| { g(x) };", "let f = move |x, y| g(x);"],
    [["rust"], "f(|| { if a { b } else { c } }, d);", "f(|| if a { b } else { c }, d);"],
    [["rust"], "let (a, b,) = c;", "let (a, b) = c;"],
    [["rust"], "fn f<'a, T,>(x: &'a T) {}", "fn f<'a, T>( x : &'a T ) { }"],
    [["rust"], "/// a\n/// b\nfn f() {}", "/// a b\nfn f() {}"],
    [["c"], "#define A  1\nint x;", "#define A 1\n\nint x;"],
    [["c"], "#define F(x) \\\n  (x)\nint x;", "#define F(x)     \\\n     (x)\nint x;"],
    [["c"], "  #  include <a.h>\n", "#include <a.h>\n"],
    [["java"], "int[] a = {1, 2,};", "int[] a = {1, 2};"],
  ];

  test.each(
    same.flatMap(([where, one, other]) => where.map((language) => [language, one, other] as const)),
  )("%s: %j, %j", (language, one, other) => {
    expect(tokensOf(language, one)).toEqual(tokensOf(language, other));
  });
});

describe("what a formatter may not change", () => {
  const different: readonly (readonly [readonly Language[], one: string, other: string])[] = [
    [all, "x = a + +b;", "x = a ++b;"],
    [all, "x = a & &b;", "x = a && b;"],
    [all, "x = ab;", "x = a b;"],
    [all, 'x = "a b";', 'x = "a  b";'],
    [all, "x = 'a';", "x = 'b';"],
    [all, "x = 1;", "x = 1.0;"],
    [all, "x = 1e3;", "x = 1e-3;"],
    [all, "x = a < b;", "x = a <= b;"],
    [all, "x = 1; // why", "x = 1; // why not"],
    [all, "// x\ny = 1;", "x\ny = 1;"],
    [all, "/* a */ b;", "// a\n b;"],
    [all, "/** a */ b;", "/* a */ b;"],
    [all, "f(a, b);", "f(a b);"],
    [all, 'x = "\\"a  b";', 'x = "\\"a b";'],
    [all, "//go:noinline\nx", "// go:noinline\nx"],
    [all, "x = (a); y", "x = (a) y"],
    [["go"], "return\nf()\n", "return f()\n"],
    [["go"], "a\n(b)\n", "a(b)\n"],
    [["go"], "x := `a\n b`\n", "x := `a\nb`\n"],
    [["go"], "a <- b\n", "a < -b\n"],
    [["go"], "type T[P *C,] int\n", "type T[P *C] int\n"],
    [["go"], "a /*\n*/ (b)\n", "a /* */ (b)\n"],
    [["go"], "(\na\n)\n//go:noinline\nfunc f() {}\n", "(\na\n//go:noinline\n)\nfunc f() {}\n"],
    [["go"], '// int a;\n// #if 0\nimport "C"\n', '// int a; #if 0\nimport "C"\n'],
    [["rust"], "let x = (a,);", "let x = (a);"],
    [["rust"], "return (a,);", "return (a);"],
    [["rust"], "struct S(pub(crate) (A,));", "struct S(pub(crate) (A));"],
    [["rust"], "struct S(pub (A,));", "struct S(pub (A));"],
    [["rust"], "let x: &'a (A,) = y;", "let x: &'a (A) = y;"],
    [["rust"], "x = !(a,).0;", "x = !(a).0;"],
    [["rust"], "m!(a,);", "m!(a);"],
    [["rust"], "m!(f(a, b,));", "m!(f(a, b));"],
    [["rust"], "macro_rules! m { (a,) => {} }", "macro_rules! m { (a) => {} }"],
    [["rust"], 'let x = r#"a  "b"#;', 'let x = r#"a "b"#;'],
    [["rust"], "/// a\nfn f() {}", "// a\nfn f() {}"],
    [["rust"], "//! a\nfn f() {}", "/// a\nfn f() {}"],
    [["rust"], "/* /* */ x */ y", "/* /* */ x y */"],
    [["rust"], "f(a, |x| x)", "f(a |x| x)"],
    [["rust"], "f({ a; })", "f({ a })"],
    [["rust"], "let f = |x| { a; b };", "let f = |x| a; b;"],
    [["rust"], "let f = |x| { if a { b } -1 };", "let f = |x| if a { b } -1;"],
    [["rust"], "f(|x| { a }.b());", "f(|x| a.b());"],
    [["rust"], "let c = a | { b == d };", "let c = a | b == d;"],
    [["rust"], "f(a, b | { c == d });", "f(a, b | c == d);"],
    [["rust"], "f(|a| b | { c == d });", "f(|a| b | c == d);"],
    [["rust"], "m!(|x| { x });", "m!(|x| x);"],
    [["rust"], "'a: loop {}", "'b: loop {}"],
    [["c"], "#define F(x) x\n", "#define F (x) x\n"],
    [["c"], "#define A 1\nint x;", "#define A 1 int x;"],
    [["c"], "#define A\n1;", "#define A 1\n;"],
    [["c"], "x = 1; // a \\\ny = 2;", "x = 1; // a\ny = 2;"],
    [["c"], 'x = L"a";', 'x = L "a";'],
    [["c"], "F(a,);", "F(a);"],
    [["c"], "#include <a b.h>\n", "#include <a  b.h>\n"],
    [["c"], "in\\\nt x;", "in t x;"],
    [["java"], 's = """\n  a\n  """;', 's = """\n  a\n """;'],
    [["java"], '// \\u000a x = "a  b";\n', '// \\u000a x = "a b";\n'],
  ];

  test.each(
    different.flatMap(([where, one, other]) =>
      where.map((language) => [language, one, other] as const),
    ),
  )("%s: %j, %j", (language, one, other) => {
    expect(tokensOf(language, one)).not.toEqual(tokensOf(language, other));
  });
});

test.each(all)("%s: an unclosed string or comment is read as it stands", (language) => {
  for (const text of ['x = "a;', "x = '", "x /* a", '"\\"']) {
    expect(tokensOf(language, text)).toEqual([text]);
  }
});

test("tokens are words, literals and marks as they stand", () => {
  expect(tokensOf("rust", "let x: &'static str = b\"a\"; 0..=9; t.0.1; 1_u8.max('b')")).toEqual(
    "let x : & 'static str = b\"a\" ; 0 ..= 9 ; t .0 .1 ; 1_u8 . max ( 'b' )".split(" "),
  );
  expect(tokensOf("c", "#define A(x) -x\n#error don't  do\nint a[] = {0x1p-3, .5f};\n")).toEqual(
    ["\n#", "define", "A(", "x", ")", "-", "x", "\n", "\n#", "error", "don't  do", "\n"].concat(
      "int a [ ] = { 0x1p-3 , .5f } ;".split(" "),
    ),
  );
  expect(tokensOf("go", "package p\n\nfunc f() { g() }\n")).toEqual(
    "package p ; func f ( ) { g ( ) } ;".split(" "),
  );
});

test("a comment stands where it is, give or take marks", () => {
  const trailing = "f(\n  a, // first\n  b\n);";
  const moved = "f(\n  a // first\n  , b\n);";
  const elsewhere = "f(\n  a,\n  b // first\n);";
  expect(tokensOf("c", trailing)).toEqual(tokensOf("c", moved));
  expect(tokensOf("c", trailing)).not.toEqual(tokensOf("c", elsewhere));
});

test("what C cannot be read for certain is one token as it stands", () => {
  for (const text of ["/* c */ #define F (x)\n", "#define S(x) #x\n", 'auto s = R"(a)";\n']) {
    expect(tokensOf("c", text)).toEqual([text]);
  }
});
