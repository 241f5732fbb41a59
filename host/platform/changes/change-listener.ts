import { Client } from 'pg';
import type { Logger } from 'pino';
import type { Database } from '../store/database.ts';
import { errorText } from '../store/error-text.ts';
import { changesChannel } from './announce.ts';

/**
 * A connection that hears announcements; `keep` makes one where there is none, and answers 'again' where
 * there is none any more. Beside the pool: one that is lent for good would take a place from calls, and keep
 * the pool from ending.
 */
export function listen(
  { pool }: Pick<Database, 'pool'>,
  log: Logger,
  heard: () => void,
): { keep(): Promise<'again' | undefined>; close(): void } {
  let client: Client | undefined;
  let isWarned = false;
  let hasListened = false;
  const lose = () => {
    const lost = client;
    client = undefined;
    // What else goes wrong with it while it ends concerns nobody.
    lost?.end().catch(() => undefined);
  };
  return {
    async keep() {
      if (client !== undefined) return undefined;
      const made = new Client(pool.options);
      client = made;
      let listens = false;
      const end = () => {
        if (client === made) lose();
        // Another one is made at once; where none can be made, with the next look.
        if (listens) heard();
      };
      made.on('notification', heard).on('end', end).on('error', end);
      try {
        await made.connect();
        await made.query(`listen ${changesChannel}`);
        listens = true;
        isWarned = false;
        const isAgain = hasListened;
        hasListened = true;
        return isAgain ? 'again' : undefined;
      } catch (error) {
        lose();
        // Looking goes on without it.
        if (!isWarned)
          log.warn({ reason: errorText(error) }, 'changes are not announced to this host: it looks for them every two seconds');
        isWarned = true;
        return undefined;
      }
    },
    close: lose,
  };
}
