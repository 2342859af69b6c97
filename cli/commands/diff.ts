export function diff(..._args: unknown[]): Promise<0> {
  throw new Error("pending");
}
