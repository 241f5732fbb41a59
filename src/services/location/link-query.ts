/** Where the early page leaves the query of a mailed link: in the page, and in no history. */
const place = '#root';

type Page = Pick<Document, 'querySelector'>;
type Address = Pick<Window, 'location' | 'history'>;

/** Takes the query of a mailed link out of the address bar, and keeps it for the console (NAV-14). */
export function keepLinkQuery(page: Page, { location, history }: Address): void {
  const root = page.querySelector<HTMLElement>(place);
  if (root === null || location.search === '') return;
  root.dataset['link'] = location.search;
  history.replaceState(null, '', location.pathname);
}

/** Gives it out, once; empty where there is none. */
export function takeLinkQuery(page: Page): string {
  const root = page.querySelector<HTMLElement>(place);
  const query = root?.dataset['link'] ?? '';
  delete root?.dataset['link'];
  return query;
}
