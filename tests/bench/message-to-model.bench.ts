import { decodeIncoming } from '#model/contract/decode-frame.ts';
import { ContactWindow } from '#model/live/contact-window.ts';
import { contactsHeard, hearHost, startGauge } from '#model/live/gauge.ts';
import { contactsBetween } from '../support/live-chart-page/contact-feed.ts';
import type { BenchRow } from './bench-row.ts';

const batch = 1_000;
const batches = 3_000;
const target = 200_000;
const rounds = 5;

/**
 * From the text of a socket message to the read models: JSON, validation by the contract, contact window,
 * gauge (SPEED-2).
 */
export async function run(): Promise<BenchRow[]> {
  const start = 1_790_000_000_000;
  const messages = Array.from({ length: batches }, (_, at) => {
    const payload = contactsBetween(start + at * 100, start + (at + 1) * 100, 10_000);
    return JSON.stringify({ type: 'contact', payload, at: { epoch: 'bench', from: 1 + at * batch } });
  });
  takeAll(messages.slice(0, 200), start);
  const perSecond = Array.from({ length: rounds }, () => takeAll(messages, start)).sort((one, other) => one - other);
  const median = Math.round(perSecond[Math.floor(rounds / 2)]!);
  const details =
    `${batches} batches of ${batch}, ${Math.round(messages[0]!.length / 1_024)} KiB of JSON each, median of ${rounds} rounds ` +
    `(${perSecond.map((each) => Math.round(each / 1_000)).join(', ')} thousand a second) in Node, whose engine is Chromium's`;
  return [
    {
      what: `socket message → read model, batches of ${batch.toLocaleString('en-US')}`,
      target: `≥ ${target.toLocaleString('en-US')} contacts/s`,
      better: 'more',
      measured: `${median.toLocaleString('en-US')} contacts/s`,
      met: median >= target,
      details,
    },
  ];
}

/**
 * Takes the messages in and returns contacts per second. Throws when one is refused or a contact is missing
 * afterwards.
 */
function takeAll(messages: readonly string[], start: number): number {
  const window = new ContactWindow();
  let gauge = startGauge(start);
  let now = start;
  const begun = performance.now();
  for (const text of messages) {
    now += 100;
    const decoded = decodeIncoming(text);
    if (!decoded.ok || decoded.value.type !== 'contact') throw new Error('The contract refused a message of the bench');
    const contacts = [decoded.value.payload].flat();
    window.append(contacts, now);
    gauge = hearHost(gauge, now, (end) => contactsHeard(window, end));
  }
  const seconds = (performance.now() - begun) / 1_000;
  const expected = messages.length * batch;
  if (window.tally.accepted !== expected) throw new Error(`${window.tally.accepted} of ${expected} contacts reached the window`);
  return expected / seconds;
}
