import { describe, expect, test } from 'vitest';
import { activityHeader, activityLines } from '#model/activity/activity-csv.ts';
import type { Change } from '#model/changes/change.ts';
import { TimeText } from '#model/time/time-text.ts';

const times = new TimeText('America/Boise');
const siteName = (): undefined => undefined;
const change: Change = {
  revision: 41,
  at: Date.parse('2026-11-20T08:15:00Z'),
  by: { id: 3, name: 'Ada' },
  through: 'console',
  undoes: null,
  items: [{ kind: 'receiver.renamed', id: 5, name: 'Crest', before: { alias: 'Crest' }, after: { alias: 'Ridge' } }],
};

describe('changes as CSV (CHG-23)', () => {
  test('the header tells the offset of the times', () => {
    expect(activityHeader('-07:00')).toBe('revision,timeUTC-07:00,who,through,undoes,what,entity,id,name,before,after\r\n');
  });

  test('a change is a line with who, when, what, before and after', () => {
    expect(activityLines(change, siteName, times)).toBe(
      '41,2026-11-20 01:15:00,Ada,console,,renamed Crest to Ridge,receiver,5,Crest,Crest,Ridge\r\n',
    );
  });

  test('a line for each thing; several fields by name', () => {
    const lines = activityLines(
      {
        ...change,
        undoes: 40,
        items: [
          {
            kind: 'site.created',
            id: 2,
            name: 'South, low',
            before: null,
            after: { alias: 'South, low', color: '#2f7fd1', pointStyle: 'circle' },
          },
          {
            kind: 'receiver.relocated',
            id: 5,
            name: 'Crest',
            before: { latitude: 1.5, longitude: 2 },
            after: { latitude: null, longitude: null },
          },
        ],
      },
      siteName,
      times,
    );
    expect(lines.split('\r\n')).toEqual([
      '41,2026-11-20 01:15:00,Ada,console,40,"made the site South, low",site,2,"South, low",,"alias: South, low; color: #2f7fd1; pointStyle: circle"',
      '41,2026-11-20 01:15:00,Ada,console,40,"changed the location of Crest from (1.5000, 2.0000) to –",receiver,5,Crest,latitude: 1.5; longitude: 2,latitude: ; longitude: ',
      '',
    ]);
  });

  test.each([
    [null, 'Ada changed more than fits here'],
    [[], 'Ada changed something that your role does not show'],
  ])('things that are not told: %o', (items, what) => {
    expect(activityLines({ ...change, items }, siteName, times)).toBe(`41,2026-11-20 01:15:00,Ada,console,,${what},,,,,\r\n`);
  });

  test('what a spreadsheet would take for a formula is guarded (FILE-2)', () => {
    const items: Change['items'] = [
      { kind: 'receiver.renamed', id: 5, name: '=1+1', before: { alias: '=1+1' }, after: { alias: '@cmd' } },
    ];
    const line = activityLines({ ...change, by: { id: 3, name: '+Ada' }, items }, siteName, times);
    expect(line).toBe("41,2026-11-20 01:15:00,'+Ada,console,,renamed =1+1 to @cmd,receiver,5,'=1+1,'=1+1,'@cmd\r\n");
  });
});
