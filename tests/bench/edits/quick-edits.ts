import { randomUUID } from 'node:crypto';
import { Agent, request } from 'node:http';
import { csrfHeader, fillPath, operationHeader } from '#model/contract/call.ts';
import { fleetEditCalls } from '#model/contract/fleet-edit-calls.ts';

/** One person who edits over the host's HTTP API as fast as it answers, with the smallest possible client. */
export class QuickEditor {
  readonly #url: URL;
  readonly #token: string;
  readonly #csrf: { token: string; cookie: string };
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8 });
  #made = 0;

  private constructor(url: string, token: string, csrf: { token: string; cookie: string }) {
    this.#url = new URL(url);
    this.#token = token;
    this.#csrf = csrf;
  }

  static async at(url: string, token: string): Promise<QuickEditor> {
    const reply = await fetch(`${url}/api/public/csrf-token`);
    const { csrfToken } = (await reply.json()) as { csrfToken: string };
    const cookie = reply.headers
      .getSetCookie()
      .map((each) => each.split(';', 1)[0])
      .join('; ');
    return new QuickEditor(url, token, { token: csrfToken, cookie });
  }

  /** Gives a receiver a new colour. @throws Error when the host does not answer 200. */
  recolour(mitasId: string, id: number): Promise<void> {
    const { method, path } = fleetEditCalls.recolourReceiver;
    const newColor = `#${(0x100000 + (this.#made++ % 0xe00000)).toString(16)}`;
    const body = JSON.stringify({ oldColor: '#000000', newColor });
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          agent: this.#agent,
          hostname: this.#url.hostname,
          port: this.#url.port,
          method,
          path: fillPath(path, { mitasId, id }),
          headers: {
            authorization: `Bearer ${this.#token}`,
            cookie: this.#csrf.cookie,
            [csrfHeader]: this.#csrf.token,
            [operationHeader]: randomUUID(),
            'content-type': 'application/json',
            'content-length': Buffer.byteLength(body),
          },
          timeout: 30_000,
        },
        (response) => {
          let text = '';
          response
            .setEncoding('utf8')
            .on('data', (chunk: string) => (text += chunk))
            .on('end', () =>
              response.statusCode === 200 ? resolve() : reject(new Error(`${response.statusCode} to an edit: ${text}`)),
            )
            .on('error', reject);
        },
      );
      sent.on('timeout', () => sent.destroy(new Error('No answer to an edit in 30 s')));
      sent.on('error', reject);
      sent.end(body);
    });
  }

  close(): void {
    this.#agent.destroy();
  }
}

/** The system and receivers to edit. */
export type Target = { mitasId: string; receivers: readonly number[] };

/**
 * Returns how many edits a second the host handles over `seconds`, with `atOnce` requests at a time on
 * different receivers of each target.
 */
export async function quickEditRate(
  editor: QuickEditor,
  targets: readonly Target[],
  { atOnce, seconds }: { atOnce: number; seconds: number },
): Promise<number> {
  const began = performance.now();
  const end = began + seconds * 1_000;
  let done = 0;
  const work = async ({ mitasId, receivers }: Target, lane: number): Promise<void> => {
    for (let n = lane; performance.now() < end; n += atOnce) {
      await editor.recolour(mitasId, receivers[n % receivers.length] ?? 0);
      done++;
    }
  };
  await Promise.all(targets.flatMap((target) => Array.from({ length: atOnce }, (_, lane) => work(target, lane))));
  return done / ((performance.now() - began) / 1_000);
}

/** Edits at a steady rate; `stop` waits for the last and returns how many edits were made. */
export function editSteadily(
  editor: QuickEditor,
  { mitasId, receivers }: Target,
  perSecond: number,
): { stop(): Promise<number> } {
  const began = performance.now();
  const underWay: Promise<void>[] = [];
  const timer = setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1_000) * perSecond);
    while (underWay.length < due) underWay.push(editor.recolour(mitasId, receivers[underWay.length % receivers.length] ?? 0));
  }, 10);
  return {
    async stop() {
      clearInterval(timer);
      await Promise.all(underWay);
      return underWay.length;
    },
  };
}
