import { describe, expect, test } from 'vitest';
import { type ActivityFileOrder, activityFile } from '#model/activity/activity-file.ts';
import type { ActivityPage } from '#model/activity/activity-list.ts';
import { TimeText } from '#model/time/time-text.ts';
import { activityPage, renaming } from '../../support/change-samples.ts';
import { FailureError } from '#model/contract/failure.ts';

const order: ActivityFileOrder = {
  title: 'Demo / river',
  siteName: () => undefined,
  times: new TimeText('America/Boise'),
  now: Date.parse('2026-11-20T08:15:00Z'),
};

/** Reads the file as the file saver does: each part before the next. */
async function textOf(file: ReturnType<typeof activityFile>): Promise<string> {
  let text = '';
  for (const part of file.parts) text += await part;
  return text;
}

describe('a file of changes', () => {
  test('holds every page, in one offset, and is named by the system and the time', async () => {
    const asked: (number | undefined)[] = [];
    const pages = [
      activityPage(7, [7, 6], { more: true }),
      activityPage(8, [5], { changes: [renaming(5, { at: Date.parse('2026-07-01T12:00:00Z') })] }),
    ];
    const file = activityFile(order, async (before) => {
      asked.push(before);
      return pages[asked.length - 1] as ActivityPage;
    });
    expect(file.name).toBe('Demo - river activity 2026-11-20 011500.csv');
    const lines = (await textOf(file)).split('\r\n');
    expect(lines[0]).toMatch(/^revision,timeUTC-07:00,/);
    expect(lines.slice(1).map((line) => line.split(',').slice(0, 2).join(' '))).toEqual([
      '7 2023-11-14 15:13:27',
      '6 2023-11-14 15:13:26',
      '5 2026-07-01 05:00:00',
      '',
    ]);
    expect(asked).toEqual([undefined, 6]);
  });

  test('of nothing it is the header alone', async () => {
    const file = activityFile(order, async () => activityPage(0, []));
    expect((await textOf(file)).split('\r\n')).toHaveLength(2);
  });

  test('a backup that was put in place meanwhile ends it, and so does a page that does not come', async () => {
    const pages = [activityPage(7, [7, 6], { more: true }), activityPage(5, [5], { epoch: 'two' })];
    const mixed = activityFile(order, async () => pages.shift() as ActivityPage);
    await expect(textOf(mixed)).rejects.toMatchObject({ failure: { kind: 'server', code: 410 } });
    const cut = activityFile(order, async () => {
      throw new FailureError({ kind: 'network' });
    });
    await expect(textOf(cut)).rejects.toMatchObject({ failure: { kind: 'network' } });
  });
});
