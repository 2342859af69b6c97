/** Comments as their kinds and words, however they are indented and wrapped. */
export function commentTexts(comments: readonly string[]): string[] {
  const texts: string[] = [];
  for (const comment of comments) {
    const text = commentText(comment);
    if (text === undefined) continue;
    // Adjacent line comments are one text: wrapping moves words between them.
    const joins = text.startsWith("//") && texts.at(-1)?.startsWith("//");
    texts.push(joins ? texts.pop() + text.slice(2) : text);
  }
  return texts;
}

/** Undefined where there are no words: an empty line of a comment. */
function commentText(comment: string): string | undefined {
  const kind = /^(?:\/\/|\/\*\*(?!\/)|\/\*|#!)/.exec(comment)?.[0] ?? "";
  const lines = comment.slice(kind.length).replace(/\*\/$/, "").split("\n");
  const words = lines.flatMap((line) => line.replace(/^\s*\*(?=\s|$)/, "").split(/\s+/));
  const text = words.filter((word) => word !== "").join(" ");
  return text === "" ? undefined : `${kind} ${text}`;
}
