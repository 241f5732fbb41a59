import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type Receiver, receiverStatuses } from '#model/entities/receiver.ts';
import * as health from '#model/entities/receiver-health.ts';
import { receiver } from '../../support/fleet-samples.ts';

const { online, offline, open, ready, disabled } = receiverStatuses;
const well = { status: online, enabled: true, voltage: 12, memoryUsedMb: 10, memoryTotalMb: 100, firmwareMajor: 7 };
const rx = (changes: Partial<Receiver> = {}) => receiver({ id: 1, ...well, ...changes });
const silent = { voltage: null, memoryUsedMb: null, memoryTotalMb: null, firmwareMajor: null };

describe('receiver health (RX-15)', () => {
  test.each([
    [0, 'good'],
    [89.9, 'good'],
    [90, 'low'],
    [99.9, 'low'],
    [100, 'bad'],
    [120, 'bad'],
    [null, 'bad'],
  ])('memory used %s percent is %s (RX-16)', (percent, level) => expect(health.memoryLevel(percent)).toBe(level));

  test.each([
    [10, 'good'],
    [9.99, 'low'],
    [8, 'low'],
    [7.99, 'bad'],
    [null, 'low'],
  ])('%s V is %s (RX-17)', (voltage, level) => expect(health.voltageLevel(voltage)).toBe(level));

  test.each([
    [8999, 10_000, 89],
    [9000, 10_000, 90],
    [9999, 10_000, 99],
    [10_001, 10_000, 100],
    [29, 100, 29],
    [57, 100, 57],
  ])('%d of %d MB used is shown as %d percent, never as a bound that is not reached (RX-31)', (used, total, percent) => {
    const subject = rx({ memoryUsedMb: used, memoryTotalMb: total });
    expect(health.memoryUsedText(subject)).toBe(`memory ${percent} %`);
    expect(health.memoryLevel(percent)).toBe(health.memoryLevel(health.memoryUsedPercent(subject)));
  });

  test.each([
    [9.99, '9.9 V'],
    [10, '10.0 V'],
    [7.96, '7.9 V'],
    [8, '8.0 V'],
    [12.3, '12.3 V'],
    [null, '– V'],
  ])('%s V is shown as %s (RX-31)', (voltage, text) => expect(health.voltageText(voltage)).toBe(text));

  test('what is shown is judged as what is meant', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 30, noNaN: true }), (voltage) => {
        expect(health.voltageLevel(Number.parseFloat(health.voltageText(voltage)))).toBe(health.voltageLevel(voltage));
      }),
    );
  });

  test('nothing is shown of a card that is not there, or that says nothing (RX-19)', () => {
    expect(health.memoryUsedText(rx({ memoryTotalMb: null }))).toBe('No SD card inserted');
    expect(health.memoryUsedText(rx({ memoryUsedMb: null }))).toBe('–');
  });

  test.each<[string, Partial<Receiver>, string, string[]]>([
    ['well', {}, 'pass', []],
    ['not enabled', { enabled: false }, 'disabled', ['Disabled']],
    ['disabled', { status: disabled }, 'disabled', ['Disabled']],
    ['offline', { status: offline }, 'error', ['Offline']],
    ['open', { status: open }, 'error', ['Modem online, rx offline']],
    ['ready', { status: ready }, 'pass', []],
    ['low on memory', { memoryUsedMb: 95 }, 'warn', ['Low memory']],
    ['out of memory', { memoryUsedMb: 100 }, 'error', ['Out of memory']],
    ['without a card', { memoryTotalMb: null }, 'error', ['No memory']],
    ['low on voltage', { voltage: 9 }, 'warn', ['Low voltage']],
    ['out of voltage', { voltage: 7 }, 'error', ['Low voltage']],
    ['without a voltage', { voltage: null }, 'warn', ['Could not read state']],
    ['low on both', { voltage: 9, memoryUsedMb: 95 }, 'warn', ['Low memory', 'Low voltage']],
    ['one that never reported', silent, 'warn', ['Could not read state']],
    ['one that never reported, offline', { ...silent, status: offline }, 'error', ['Offline']],
  ])('a receiver %s (RX-18)', (_, changes, level, texts) => {
    expect([health.receiverHealth(rx(changes)), health.receiverHealthTexts(rx(changes))]).toEqual([level, texts]);
  });

  test.each<[string, Partial<Receiver>, boolean]>([
    ['that never reported', silent, true],
    ['that never reported and is offline', { ...silent, status: offline }, false],
    ['without a voltage', { voltage: null }, false],
    ['that is well', {}, false],
  ])('of a receiver %s it is said that it never did: %s (RX-46)', (_, changes, isSaid) => {
    const hint = health.receiverHealthHint(rx(changes));
    expect(hint?.startsWith('Could not read state: it never reported any') ?? false).toBe(isSaid);
  });

  test.each<[string, Partial<Receiver>, string[]]>([
    ['that never reported', silent, ['Only replayed']],
    ['that never reported and is offline', { ...silent, status: offline }, ['Offline']],
    ['without a voltage', { voltage: null }, ['Could not read state']],
    ['that is well', {}, []],
  ])('of a receiver %s in a replay (RX-48)', (_, changes, texts) => {
    expect(health.receiverHealthTexts(rx(changes), true)).toEqual(texts);
    const hint = health.receiverHealthHint(rx(changes), true);
    expect(hint?.startsWith('Only replayed: ') ?? false).toBe(texts.includes('Only replayed'));
  });

  test.each<[string, Partial<Receiver>[], string]>([
    ['none', [], 'disabled'],
    ['none enabled', [{ enabled: false }], 'disabled'],
    ['all enabled online', [{}, { enabled: false, status: offline }], 'ok'],
    ['one ready, not online', [{}, { status: ready }], 'error'],
  ])('the indicator of %s (RX-20)', (_, receivers, level) => expect(health.receiverIndicator(receivers.map(rx))).toBe(level));

  test.each([
    [0, 0, 'disabled'],
    [3, 3, 'ok'],
    [3, 2, 'error'],
  ])('%i beacons of which %i were heard (REG-13)', (all, recent, level) =>
    expect(health.beaconIndicator(all, recent)).toBe(level),
  );
});
