import { describe, expect, test } from 'vitest';
import {
  clamped,
  type DetectionForm,
  formOf,
  formProblems,
  isApplicable,
  type ParameterName,
  parametersIn,
  presetNames,
  presetOf,
  presets,
  sliders,
  valueText,
  withParameter,
} from '#model/detection/detection-form.ts';

const { Balanced: balanced, Strict: strict, Permissive: permissive } = presets;

test.each([
  ['minimumHits', 1, 10, 1, null, ''],
  ['minimumAveragePower', -120, -40, 0.5, -80, 'dBm'],
  ['maximumPowerDeviation', 0, 20, 0.5, 3, 'dB'],
  ['maximumIntervalDeviation', 0, 10_000, 100, 500, 'ms'],
  ['frequencyToleranceMultiplier', 0.5, 3, 0.05, null, '×'],
  ['intervalToleranceMultiplier', 0.5, 3, 0.05, null, '×'],
])('the slider of %s goes from %d to %d by %d (DET-11)', (name, min, max, step, enabledAt, unit) => {
  expect(sliders.find((slider) => slider.name === name)).toMatchObject({ min, max, step, enabledAt, unit });
});

test('there are six sliders and three presets (DET-11)', () => {
  expect(sliders).toHaveLength(6);
  expect(presetNames).toEqual(['Strict', 'Balanced', 'Permissive']);
  expect([strict, balanced, permissive].map((preset) => Object.values(preset))).toEqual([
    [3, -80, 3, 500, 0.75, 0.75],
    [2, null, null, null, 1, 1],
    [2, null, null, null, 1.5, 1.5],
  ]);
});

test.each([
  ['Strict', strict, 'Strict'],
  ['Balanced', balanced, 'Balanced'],
  ['Permissive', permissive, 'Permissive'],
  ['one value apart', { ...strict, minimumHits: 4 }, null],
  ['a version with more than its values', { ...permissive, version: 3 }, 'Permissive'],
] as const)('the values of %s are those of the preset %j', (_, form, preset) => expect(presetOf(form)).toBe(preset));

test('of a version its parameters alone are in the form', () => {
  const config = { version: 3, effectiveFrom: 0, effectiveTo: null, modifiedBy: 1, changeReason: 'x', ...strict };
  expect(formOf(config)).toEqual(strict);
});

test.each<[ParameterName, number | null, number | null]>([
  ['minimumHits', 0, 1],
  ['minimumHits', 11, 10],
  ['minimumHits', 2.6, 3],
  ['minimumHits', 7, 7],
  ['minimumAveragePower', -200, -120],
  ['minimumAveragePower', 0, -40],
  ['minimumAveragePower', -80.3, -80.5],
  ['minimumAveragePower', null, null],
  ['maximumPowerDeviation', 20.1, 20],
  ['maximumIntervalDeviation', 149, 100],
  ['maximumIntervalDeviation', -1, 0],
  ['frequencyToleranceMultiplier', 0, 0.5],
  ['frequencyToleranceMultiplier', 1.03, 1.05],
  ['intervalToleranceMultiplier', 9, 3],
  // Without a number, the current version's value counts, or the slider's start.
  ['minimumHits', Number.NaN, 2],
  ['minimumAveragePower', Number.NaN, -80],
])('%s left at %d is %d (DET-11)', (name, left, clampedTo) => {
  expect(clamped(withParameter(balanced, name, left), name, balanced)).toEqual(withParameter(balanced, name, clampedTo));
});

describe('what is wrong with a form (DET-1)', () => {
  const wrong: [ParameterName, number, string][] = [
    ['minimumHits', 0, 'Minimum hits must be at least 1'],
    ['minimumHits', 0.5, 'Minimum hits must be at least 1'],
    ['minimumHits', 11, 'Minimum hits must be from 1 to 10'],
    ['minimumHits', 1.5, 'Minimum hits must be a whole number'],
    ['minimumAveragePower', -121, 'Minimum average power must be from −120 to −40 dBm'],
    ['maximumPowerDeviation', 21, 'Maximum power deviation must be from 0 to 20 dB'],
    ['maximumIntervalDeviation', 10_001, 'Maximum interval deviation must be from 0 to 10000 ms'],
    ['frequencyToleranceMultiplier', 0, 'Frequency tolerance multiplier must be positive'],
    ['intervalToleranceMultiplier', -1, 'Interval tolerance multiplier must be positive'],
    ['intervalToleranceMultiplier', 3.5, 'Interval tolerance multiplier must be from 0.5 to 3×'],
    ['minimumHits', Number.NaN, 'Enter a number'],
    ['maximumPowerDeviation', Number.NaN, 'Enter a number'],
  ];
  test.each(wrong)('%s %d: %s', (name, value, problem) => {
    const form = withParameter(balanced, name, value);
    expect(formProblems(form)).toEqual({ [name]: problem });
    expect(parametersIn(form), 'nothing is sent').toBeNull();
  });

  test.each([
    ['Strict', strict],
    ['Balanced', balanced],
    ['Permissive', permissive],
    // Another program may save a value that the slider cannot reach.
    ['a multiplier below the slider', { ...balanced, frequencyToleranceMultiplier: 0.3 }],
  ])('%s is fine, and sent with null for what is off', (_, form) => {
    expect(formProblems(form)).toEqual({});
    expect(parametersIn(form)).toEqual(form);
  });
});

test.each([
  ['maximumIntervalDeviation', 1, false],
  ['intervalToleranceMultiplier', 1, false],
  ['intervalToleranceMultiplier', 0, false],
  ['maximumIntervalDeviation', 2, true],
  ['frequencyToleranceMultiplier', 1, true],
  ['minimumAveragePower', 1, true],
  ['intervalToleranceMultiplier', Number.NaN, true],
] as const)('%s with minimum hits %d applies: %j (DET-11)', (name, minimumHits, applies) => {
  const form: DetectionForm = { ...balanced, minimumHits };
  expect(isApplicable(name, form)).toBe(applies);
});

test.each([
  [null, 'dBm', 'Off'],
  [-80.5, 'dBm', '−80.5 dBm'],
  [0.75, '×', '0.75×'],
  [3, '', '3'],
])('%d %s is written %j', (value, unit, text) => expect(valueText(value, unit)).toBe(text));
