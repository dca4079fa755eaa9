/** Where the table is: at the root of a site, or below a path of it (/warhost/) behind a proxy. */

/** The folder of the page, with a slash at either end. */
export function base(): string {
  return location.pathname.replace(/[^/]*$/, "") || "/";
}

/** An address of the server, which is beside the page. */
export function beside(path: string): string {
  return base() + path;
}

/** What this table keeps in the browser: several below one site know nothing of each other's battles. */
export function keyHere(name: string): string {
  return base() === "/" ? name : `${name} ${base()}`;
}
