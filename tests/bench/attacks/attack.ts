/** The attacks that the bench knows. */
export type AttackName =
  | 'database-connections'
  | 'database-crash'
  | 'bad-lines'
  | 'packed-lines'
  | 'packed-commas'
  | 'slow-bodies'
  | 'no-token';

/** What is attacked: the page's address, the folder of its database, and a receiver key of its system `river`. */
export type Target = { url: string; dataDir: string; key: string };
