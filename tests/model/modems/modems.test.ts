import { describe, expect, test } from 'vitest';
import { chartSummary, isNothing } from '#model/charts/chart.ts';
import type { Modem, ModemPoint } from '#model/entities/modem.ts';
import { TimeText } from '#model/time/time-text.ts';
import { modemChart, type ModemSeries } from '#model/modems/modem-chart.ts';
import { isModemOnline, lastContactedText, modemDetails, modemReadings, modemsByName } from '#model/modems/modem-details.ts';
import {
  isOver,
  modemsAddress,
  type ModemsAddress,
  modemSpan,
  modemTimeText,
  plottedTime,
  type PlotName,
} from '#model/modems/modems-address.ts';
import { drawnMarks } from '../../support/drawn-marks.ts';
import { saidTexts } from '../../support/modem-texts.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const boise = new TimeText('America/Boise');
const measured = { coreTemperature: 41.26, supplyVoltage: 12.44, rssi: -87.4 };
const modem: Modem = { id: 1, name: 'Modem', ...saidTexts, ...measured, lastContacted: 0 };
const nothing = Object.fromEntries(Object.keys(modem).map((name) => [name, null])) as unknown as Modem;
const bare: Modem = { ...nothing, id: 2, name: 'Bare', hardwareVersion: '' };

describe('a modem of the list (REG-30)', () => {
  test.each([
    [0, true],
    [15 * minuteMs - 1, true],
    [15 * minuteMs, true],
    [15 * minuteMs + 1, false],
    // The clocks of host and browser differ slightly.
    [-5_000, true],
  ])('that was contacted %i ms ago is online: %s', (age, expected) => {
    expect(isModemOnline({ lastContacted: 1_000_000 }, 1_000_000 + age)).toBe(expected);
  });

  test('that was never contacted is offline', () => {
    expect(isModemOnline(bare, 0)).toBe(false);
    expect(lastContactedText(bare, () => 'just now')).toBe('N/a');
    expect(lastContactedText(modem, (ts) => `at ${ts}`)).toBe('at 0');
  });

  test('has its newest readings in its line, with units, and an en dash for one that is not known', () => {
    const readings = modemReadings(modem).map((reading) => reading.join(' '));
    expect(readings).toEqual(['Voltage 12.4 V', 'Temperature 41.3 °C', 'Signal −87 dBm']);
    expect(modemReadings({ ...bare, rssi: 0 }).map(([, value]) => value)).toEqual(['–', '–', '0 dBm']);
  });

  test('says what is known of it, with units, and N/a for what is not', () => {
    expect(
      modemDetails(modem)
        .map((detail) => detail.join(': '))
        .join(', '),
    ).toBe(
      'Model: RUT241, Hardware Version: 1.2, Firmware Version: 7.6, LAN Address: 192.168.1.1, WAN Address: 10.0.0.7, ' +
        'Core Temperature: 41.3 °C, Supply Voltage: 12.4 V, SIM #: 893104, RF Band: B20, Network: LTE, RSSI: −87 dBm',
    );
    const values = (known: Modem) => modemDetails(known).map(([, value]) => value);
    expect(new Set(values(bare))).toEqual(new Set(['N/a']));
    const zeros = values({ ...bare, coreTemperature: -0.04, supplyVoltage: 0, rssi: 0 });
    expect(zeros).toEqual(expect.arrayContaining(['0.0 °C', '0.0 V', '0 dBm']));
  });

  test('stands by its name', () => {
    const named = (id: number, name: string) => ({ ...modem, id, name });
    const names = modemsByName([named(1, 'Modem 10'), named(2, 'modem 2'), named(3, 'Creek')]).map(({ name }) => name);
    expect(names).toEqual(['Creek', 'modem 2', 'Modem 10']);
  });
});

describe('the address of the page (REG-31)', () => {
  const first: ModemsAddress = { opened: null, plot: 'voltage', time: { past: 24 } };
  test.each<[string, ModemsAddress]>([
    ['', first],
    ['?open=7', { ...first, opened: 7 }],
    ['?open=7&plot=temperature&past=6', { opened: 7, plot: 'temperature', time: { past: 6 } }],
    ['?plot=rssi&past=168', { opened: null, plot: 'rssi', time: { past: 168 } }],
    ['?past=custom&from=2026-11-01&to=2026-11-07', { ...first, time: { from: '2026-11-01', to: '2026-11-07' } }],
  ])('%s is read and written', (search, state) => {
    expect(modemsAddress.read(search)).toEqual({ state, refused: [] });
    expect(modemsAddress.write(state)).toBe(search);
  });

  test.each([
    ['?open=x', '‘open=x’ is ignored: open must be the number of a modem'],
    ['?plot=rain', '‘plot=rain’ is ignored: plot must be voltage, temperature, rssi'],
    ['?past=25', '‘past=25’ is ignored: past must be 6, 24, 72, 168 (hours) or custom'],
    ['?past=custom', 'The time in the address is incomplete: choose the first and the last day'],
    ['?past=custom&from=2026-11-07&to=2026-11-01', 'The time in the address is incomplete: the first day is after the last'],
  ])('%s is the first choice, and says why', (search, sentence) => {
    expect(modemsAddress.read(search)).toEqual({ state: first, refused: [sentence] });
  });

  test('days are refused that do not exist', () => {
    const { state, refused } = modemsAddress.read('?past=custom&from=2026-02-30&to=2026-03-01');
    expect(state).toEqual(first);
    expect(refused).toEqual([
      '‘from=2026-02-30’ is ignored: from must be a day such as 2026-11-20',
      'The time in the address is incomplete: choose the first and the last day',
    ]);
  });
});

describe('the time that is plotted (REG-31)', () => {
  const at = (day: number, hour: number) => Date.UTC(2026, 10, day, hour);
  const now = at(20, 20);
  test.each([
    [{ past: 6 }, now - 6 * hourMs, now, false, 'past 6 hours'],
    [{ past: 24 }, now - 24 * hourMs, now, false, 'past day'],
    [{ past: 72 }, now - 72 * hourMs, now, false, 'past 3 days'],
    [{ past: 168 }, now - 168 * hourMs, now, false, 'past week'],
    [{ from: '2026-11-18', to: '2026-11-19' }, at(18, 7), at(20, 7), true, '2026-11-18 to 2026-11-19'],
    // The day on which the clocks go back has 25 hours.
    [{ from: '2026-11-01', to: '2026-11-01' }, at(1, 6), at(2, 7), true, '2026-11-01'],
    [{ from: '2026-11-20', to: '2026-11-20' }, at(20, 7), now, false, '2026-11-20'],
    // The range is in the future: the host's clock has since been set back.
    [{ from: '2026-12-24', to: '2026-12-25' }, now, now, false, '2026-12-24 to 2026-12-25'],
  ] as const)('%o', (time, from, to, over, text) => {
    expect(modemSpan(time, boise, now)).toEqual({ from, to });
    expect(isOver(time, boise, now)).toBe(over);
    expect(modemTimeText(time)).toBe(text);
  });
});

describe('days ahead in the address (REG-31)', () => {
  // 23:30 in Boise, while it is the next day in UTC.
  const now = Date.UTC(2026, 10, 21, 6, 30);
  const first = { past: 24 };
  test.each([
    [{ past: 6 }, { past: 6 }, null],
    [{ from: '2026-11-20', to: '2026-11-20' }, { from: '2026-11-20', to: '2026-11-20' }, null],
    [{ from: '2026-11-20', to: '2026-11-21' }, first, '‘to=2026-11-21’ is ignored: that day is in the future'],
    [{ from: '2199-01-01', to: '2199-01-02' }, first, '‘from=2199-01-01’ is ignored: that day is in the future'],
  ] as const)('of %o %o is plotted', (time, plotted, refusal) => {
    expect(plottedTime(time, boise, now)).toEqual({ time: plotted, refusal });
  });
});

describe('the chart of a modem (REG-31)', () => {
  const from = Date.UTC(2026, 10, 20);
  const point = (time: number, value: number, minimum = value, maximum = value, siteName = ''): ModemPoint => {
    return { time, value, minimum, maximum, siteName };
  };
  const chartOf = (points: ModemPoint[], part: Partial<ModemSeries> = {}, plot: PlotName = 'voltage') => {
    const series = { from, to: from + 24 * hourMs, stepMs: 0, points, ...part };
    return modemChart(series, { name: 'Ridge', plot, time: { past: 24 }, clock: boise });
  };
  const every = (step: number, ats: readonly number[]): ModemPoint[] => ats.map((at) => point(from + at * step, 12));
  const runs = (points: ModemPoint[], stepMs = 0): string[] =>
    chartOf(points, { stepMs }).rows.map(({ category }) => category.slice(4));

  test('says each reading by the clocks of the system, with its band where it has one', () => {
    const chart = chartOf([point(from + hourMs + 5_000, 12.345, 12.3, 12.4, 'North ridge'), point(from, -0.5)]);
    expect(chart.title).toBe('Voltage of Ridge, past day');
    expect(chart.columns).toEqual(['Time', 'Voltage (V)', 'Minimum (V)', 'Maximum (V)', 'Site']);
    expect([chart.axis, chart.valueAxis]).toEqual(['Time (MST)', 'Supply voltage (V)']);
    expect(chart.rows.map(({ text }) => text)).toEqual([
      '2026-11-19 17:00:00 MST: −0.50 V, beyond the scale',
      '2026-11-19 18:00:05 MST: 12.35 V (12.30 to 12.40), North ridge',
    ]);
    expect(chart.rows[1]?.cells).toEqual([
      '2026-11-19 18:00:05 MST',
      { value: 12.345, text: '12.35' },
      { value: 12.3, text: '12.30' },
      { value: 12.4, text: '12.40' },
      'North ridge',
    ]);
    expect(chartSummary(chart)).toBe('Voltage of Ridge, past day: −0.50 to 12.40 V, latest 12.35 V.');
  });

  test('names the two hours that clocks show twice by their zones', () => {
    const back = Date.UTC(2026, 10, 1, 7, 30);
    const part = { from: back - hourMs, to: back + 2 * hourMs, stepMs: hourMs };
    const { rows } = chartOf([point(back, 12), point(back + hourMs, 12)], part);
    expect(rows.map(({ cells }) => cells[0])).toEqual(['2026-11-01 01:30 MDT', '2026-11-01 01:30 MST']);
  });

  test.each<[PlotName, number, number]>([
    ['voltage', 0, 16],
    ['temperature', 0, 75],
    ['rssi', -120, -50],
  ])('%s is drawn from %i to %i, and what lies beyond is marked at that edge and said', async (plot, bottom, top) => {
    const points = [
      point(from, bottom, bottom, top),
      point(from + hourMs, top, top, top + 0.01),
      point(from + 2 * hourMs, bottom, bottom - 0.01, bottom),
      point(from + 3 * hourMs, top, bottom - 1, top + 1),
    ];
    const chart = chartOf(points, {}, plot);
    expect(chart.scale).toEqual([bottom, top]);
    expect(chart.rows.map(({ point: drawn }) => drawn?.beyond)).toEqual(['none', 'above', 'below', 'both']);
    expect(chart.rows.map(({ text }) => text.includes('beyond the scale'))).toEqual([false, true, true, true]);
    const { marks, height } = await drawnMarks(chart);
    const edges = marks.filter(({ y, datum }) => (y === 6 || y === 274) && datum !== undefined);
    const drawn = edges.map(({ y, datum }) => `${(Number(datum?.key) - from) / hourMs} ${y}`);
    expect(drawn).toEqual(['1 6', '3 6', '2 274', '3 274']);
    const outside = marks.filter(({ y }) => y < 0 || y > height);
    expect(outside, 'nothing is drawn beyond the field').toEqual([]);
  });

  test.each<[string, string[], string[]]>([
    ['up to three usual intervals', runs(every(hourMs, [0, 1, 2, 5, 6])), ['0', '0', '0', '0', '0']],
    ['more than three', runs(every(hourMs, [0, 1, 2, 5 + 1 / hourMs, 6])), ['0', '0', '0', '1', '1']],
    ['steps that are empty', runs(every(hourMs, [0, 1, 2, 6, 7]), hourMs), ['0', '0', '0', '1', '1']],
    ['readings that are rarer than steps', runs(every(10 * minuteMs, [0, 1, 2, 3]), minuteMs), ['0', '0', '0', '0']],
    ['one reading', runs(every(hourMs, [1])), ['0']],
    ['two readings', runs(every(hourMs, [1, 20])), ['0', '0']],
  ])('a line is broken by a gap: %s', (_, found, expected) => {
    expect(found).toEqual(expected);
  });

  test('a reading between two gaps is a point, and gaps are counted', async () => {
    const chart = chartOf(every(hourMs, [0, 1, 2, 3, 10, 20, 21, 22, 23]));
    expect(chart.rows.filter(({ point: drawn }) => drawn?.isAlone).map(({ key }) => key)).toEqual([String(from + 10 * hourMs)]);
    expect(chart.summary).toBe('12.00 to 12.00 V, latest 12.00 V, 2 gaps.');
    const { marks } = await drawnMarks(chart);
    const columns = marks.filter(({ height, datum }) => height === 280 && datum?.key !== undefined);
    const pointed = columns.map(({ datum }) => datum?.key);
    expect(pointed, 'each reading can be pointed at').toEqual(chart.rows.map(({ key }) => key));
  });

  test('a step stands at its middle, and the first and the last within the time', () => {
    const { rows } = chartOf(every(hourMs, [-1, 10, 23]), { stepMs: 4 * hourMs });
    expect(rows.map(({ point: drawn }) => ((drawn?.at ?? 0) - from) / hourMs)).toEqual([1, 12, 24]);
    expect(rows.map(({ x = 0, x2 = 0 }) => [(x - from) / hourMs, (x2 - from) / hourMs])).toEqual([
      [0, 6.5],
      [6.5, 18],
      [18, 24],
    ]);
  });

  test('readings of 0 are something, none are nothing', () => {
    expect(isNothing(chartOf([point(from, 0)], {}, 'temperature'))).toBe(false);
    const none = chartOf([]);
    expect(isNothing(none)).toBe(true);
    expect(chartSummary(none)).toBe('Voltage of Ridge, past day: no readings.');
  });
});
