import { expect, test } from 'vitest';
import { modemsPageMachine } from '../../src/machines/modems-page/modems-page-machine.ts';
import { question } from '../../src/machines/question/question.ts';
import { startPage } from '../support/page-stage.ts';

/** Starts the page and records what it requests, and how often; the current time is in November 2023. */
function start(search: string) {
  const asking = question<object>(() => new Promise(() => {}));
  const { page } = startPage(modemsPageMachine.provide({ actors: { list: asking, series: asking } }), search);
  const asked = (of: 'list' | 'series') => page.getSnapshot().children[of]?.getSnapshot().context;
  return { asked, send: (next: string) => page.send({ type: 'place.changed', search: next }) };
}

test('the list is polled every 60 s; nothing is plotted where no modem is open (REG-30)', () => {
  const { asked } = start('');
  expect(asked('list')).toMatchObject({ request: { mitasId: 'demo' }, refreshMs: 60_000 });
  expect(asked('series')).toBeUndefined();
});

test.each([
  ['?open=7', { id: 7, plot: 'voltage', time: { past: 24 } }, 300_000],
  ['?open=7&plot=rssi&past=168', { id: 7, plot: 'rssi', time: { past: 168 } }, 300_000],
  // Days in the past, then a range that includes today.
  ['?open=7&past=custom&from=2023-05-01&to=2023-05-02', { id: 7, time: { from: '2023-05-01', to: '2023-05-02' } }, null],
  ['?open=7&past=custom&from=2023-05-01&to=2023-11-14', { id: 7, time: { from: '2023-05-01', to: '2023-11-14' } }, 300_000],
  // A range that ends in the future falls back to the first choice.
  ['?open=7&past=custom&from=2023-05-01&to=2199-01-01', { id: 7, time: { past: 24 } }, 300_000],
])('what %s plots is renewed as long as it can change (REG-31)', (search, request, refreshMs) => {
  const { asked, send } = start('');
  send(search);
  expect(asked('series')).toMatchObject({ request: { mitasId: 'demo', ...request }, refreshMs });
  send('');
  expect(asked('series')).toBeUndefined();
});
