import { Client, type Pool } from 'pg';

const againMs = 1_000;

/**
 * Hears what is announced on a channel until it is closed; `isBack` tells, each time the line is there again,
 * that something may have been missed. Nobody waits for it: what was not announced is found by looking.
 */
export async function listenFor(
  pool: Pool,
  channel: string,
  heard: (payload: string) => void,
  isBack: () => void,
): Promise<{ close: () => Promise<void> }> {
  let isClosed = false;
  let client: Client | undefined;
  let timer: NodeJS.Timeout | undefined;

  function lose(lost: Client): void {
    if (client !== lost) return;
    client = undefined;
    // What else goes wrong with it while it ends concerns nobody.
    lost.end().catch(() => undefined);
    if (!isClosed) timer = setTimeout(() => void connect(), againMs).unref();
  }

  async function connect(): Promise<void> {
    const made = new Client(pool.options);
    client = made;
    made
      .on('notification', ({ payload }) => heard(payload ?? ''))
      .on('end', () => lose(made))
      .on('error', () => lose(made));
    try {
      await made.connect();
      await made.query(`listen ${made.escapeIdentifier(channel)}`);
      isBack();
    } catch {
      lose(made);
    }
  }

  await connect();
  return {
    close: async () => {
      isClosed = true;
      clearTimeout(timer);
      const last = client;
      client = undefined;
      await last?.end().catch(() => undefined);
    },
  };
}
