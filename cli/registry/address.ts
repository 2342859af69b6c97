import { PolicybookError } from "../ui/errors.ts";

/** Addresses that may be fetched from: HTTPS, and plain HTTP from this machine. */
export function checkedUrl(text: string): URL {
  if (!URL.canParse(text)) throw refused(JSON.stringify(text), "it is no web address");
  const url = new URL(text);
  const fault = faultOfUrl(url);
  if (fault !== undefined) throw refused(shownUrl(url), fault);
  url.hash = "";
  return url;
}

/** Why nothing is fetched from there, if so. */
export function faultOfUrl(url: URL): string | undefined {
  if (url.username !== "" || url.password !== "")
    return "a name or password in it would be written into every copy";
  if (url.protocol !== "https:" && !(url.protocol === "http:" && isLoopback(url)))
    return "it is not HTTPS";
  return /[*\s]/.test(url.href) ? "a comment cannot hold it" : undefined;
}

/** This machine, by its literal names: another name may lead anywhere. */
export const isLoopback = ({ hostname }: URL): boolean =>
  /^(localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);

/** The address for a message: what may be a secret in it is left out. */
export const shownUrl = ({ origin, protocol, host, pathname }: URL): string =>
  `${origin === "null" ? `${protocol}//${host}` : origin}${pathname}`;

function refused(address: string, reason: string): PolicybookError {
  return new PolicybookError(
    "insecure-address",
    `${address} is not used: ${reason}.`,
    "Registries are at addresses such as https://acme.dev/r; secrets belong into headers.",
  );
}
