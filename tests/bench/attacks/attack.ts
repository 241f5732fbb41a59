/** The attacks that the bench knows. */
export type AttackName =
  | 'database-connections'
  | 'database-crash'
  | 'bad-lines'
  | 'packed-lines'
  | 'packed-commas'
  | 'full-disk'
  | 'slow-bodies'
  | 'no-token';

/** The receiver whose contacts are sent. */
export const attacked = 'Attacked';

/**
 * What is attacked: the page's address, the folder of its database, and a receiver key of its system `river`.
 */
export type Target = { url: string; dataDir: string; key: string };
