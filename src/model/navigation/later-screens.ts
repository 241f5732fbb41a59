/** What the screens will show that are not built yet, by their ids (NAV-13). */
const abouts: Readonly<Record<string, string>> = {
  'account/logout': 'Ends this session',
};

/** What the screen of that id will show, in one line. */
export function aboutLater(id: string): string {
  return abouts[id] ?? '';
}
