/** The element in which the early page stores the query of a mailed link, so that it is in no history. */
const place = '#root';

type Page = Pick<Document, 'querySelector'>;
type Address = Pick<Window, 'location' | 'history'>;

/** Removes the query of a mailed link from the address bar and stores it for the console (NAV-14). */
export function keepLinkQuery(page: Page, { location, history }: Address): void {
  const root = page.querySelector<HTMLElement>(place);
  if (root === null || location.search === '') return;
  root.dataset['link'] = location.search;
  history.replaceState(null, '', location.pathname);
}

/** Returns the query once, then ''; also '' if there is none. */
export function takeLinkQuery(page: Page): string {
  const root = page.querySelector<HTMLElement>(place);
  const query = root?.dataset['link'] ?? '';
  delete root?.dataset['link'];
  return query;
}
