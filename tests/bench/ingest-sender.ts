import process from 'node:process';

/**
 * The sending side of the ingest benches: makes the bodies first, then sends them all twice and reports how
 * long each pass took. `requests` is the number of bodies; the newest contact was heard at `end` (ms since
 * the epoch).
 */
const {
  url,
  key,
  rxIds,
  requests = 25,
  end = Date.now(),
} = JSON.parse(process.argv[2] ?? '{}') as { url: string; key: string; rxIds: number[]; requests?: number; end?: number };

const perRequest = 20_000;
const atOnce = 2;
const start = end - perRequest * requests;

const bodies = Array.from({ length: requests }, (_, request) =>
  Array.from({ length: perRequest }, (_unused, i) => {
    const number = request * perRequest + i;
    const rxId = rxIds[number % rxIds.length];
    return `{"rxId":${rxId},"ant":${(number % 4) + 1},"freq":150.${100 + (number % 40) * 5},"code":${number % 500},"type":8,"power":${-60 - (number % 60)},"ts":${start + number}}`;
  }).join('\n'),
);

async function pass(): Promise<{ seconds: number; accepted: number; duplicate: number }> {
  const began = performance.now();
  const counts = { accepted: 0, duplicate: 0 };
  const waiting = [...bodies];
  const work = async (): Promise<void> => {
    for (let body = waiting.shift(); body !== undefined; body = waiting.shift()) {
      const headers = { authorization: `Receiver ${key}`, 'content-type': 'application/x-ndjson' };
      const reply = await fetch(url, { method: 'POST', headers, body });
      if (!reply.ok) throw new Error(`${reply.status}: ${await reply.text()}`);
      const told = (await reply.json()) as { accepted: number; duplicate: number };
      counts.accepted += told.accepted;
      counts.duplicate += told.duplicate;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return { seconds: (performance.now() - began) / 1000, ...counts };
}

const fresh = await pass();
const again = await pass();
process.stdout.write(JSON.stringify({ contacts: perRequest * requests, fresh, again }));
