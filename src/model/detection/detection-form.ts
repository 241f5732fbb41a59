import { type DetectionParameters, detectionBounds, detectionParametersSchema } from '../entities/detection-config.ts';
import { type FormProblems, problemsOf } from '../forms/form-problems.ts';
import { minus } from '../text/number-text.ts';

export type ParameterName = keyof DetectionParameters;
/** The values of the form: null is a bound that is off, NaN a field without a number. */
export type DetectionForm = Readonly<Record<ParameterName, number | null>>;

/** The slider of a parameter, and the value with which it begins when its bound is switched on. */
export type Slider = {
  name: ParameterName;
  label: string;
  about: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  /** Null for a bound that cannot be off. */
  enabledAt: number | null;
};

const { slider: leastMultiplier, max: mostMultiplier } = detectionBounds.toleranceMultiplier;
const multiplier = { unit: '×', min: leastMultiplier, max: mostMultiplier, step: 0.05, enabledAt: null };

/** The six sliders, in the order in which the algorithm applies them (DET-11). */
export const sliders: readonly Slider[] = [
  {
    name: 'minimumHits',
    label: 'Minimum hits',
    about: 'How many hits of a transmitter make a detection.',
    unit: '',
    ...detectionBounds.minimumHits,
    step: 1,
    enabledAt: null,
  },
  {
    name: 'minimumAveragePower',
    label: 'Minimum average power',
    about: 'Weaker runs of hits are left out.',
    unit: 'dBm',
    ...detectionBounds.minimumAveragePower,
    step: 0.5,
    enabledAt: -80,
  },
  {
    name: 'maximumPowerDeviation',
    label: 'Maximum power deviation',
    about: 'Runs whose power varies more are left out.',
    unit: 'dB',
    ...detectionBounds.maximumPowerDeviation,
    step: 0.5,
    enabledAt: 3,
  },
  {
    name: 'maximumIntervalDeviation',
    label: 'Maximum interval deviation',
    about: 'Runs whose rhythm varies more are left out.',
    unit: 'ms',
    ...detectionBounds.maximumIntervalDeviation,
    step: 100,
    enabledAt: 500,
  },
  {
    name: 'frequencyToleranceMultiplier',
    label: 'Frequency tolerance multiplier',
    about: 'How far a signal may be from the frequency of its transmitter.',
    ...multiplier,
  },
  {
    name: 'intervalToleranceMultiplier',
    label: 'Interval tolerance multiplier',
    about: 'How far a gap may be from the emit interval of its transmitter.',
    ...multiplier,
  },
];

const sliderOf = Object.fromEntries(sliders.map((slider) => [slider.name, slider])) as Record<ParameterName, Slider>;

/** The presets of the page, from the fewest to the most false positives kept. */
export const presets = {
  Strict: {
    minimumHits: 3,
    minimumAveragePower: -80,
    maximumPowerDeviation: 3,
    maximumIntervalDeviation: 500,
    frequencyToleranceMultiplier: 0.75,
    intervalToleranceMultiplier: 0.75,
  },
  Balanced: {
    minimumHits: 2,
    minimumAveragePower: null,
    maximumPowerDeviation: null,
    maximumIntervalDeviation: null,
    frequencyToleranceMultiplier: 1,
    intervalToleranceMultiplier: 1,
  },
  Permissive: {
    minimumHits: 2,
    minimumAveragePower: null,
    maximumPowerDeviation: null,
    maximumIntervalDeviation: null,
    frequencyToleranceMultiplier: 1.5,
    intervalToleranceMultiplier: 1.5,
  },
} as const satisfies Record<string, DetectionParameters>;

export type PresetName = keyof typeof presets;
export const presetNames = Object.keys(presets) as readonly PresetName[];

/** Returns the preset with these values; null for none. */
export function presetOf(form: DetectionForm): PresetName | null {
  return presetNames.find((name) => sliders.every((slider) => presets[name][slider.name] === form[slider.name])) ?? null;
}

/** Returns only the parameters of a version. */
export function formOf(config: DetectionParameters): DetectionParameters {
  return Object.fromEntries(sliders.map(({ name }) => [name, config[name]])) as DetectionParameters;
}

/** Returns the form with one parameter set. */
export function withParameter(form: DetectionForm, name: ParameterName, value: number | null): DetectionForm {
  return { ...form, [name]: value };
}

/**
 * Returns the form after a field loses focus (DET-11): its value is within the bounds of its slider, on one
 * of its steps. A field without a number gets the value of `current`, or the one with which its slider
 * begins.
 */
export function clamped(form: DetectionForm, name: ParameterName, current: DetectionForm): DetectionForm {
  const value = form[name];
  if (value === null) return form;
  const { min, max, step, enabledAt } = sliderOf[name];
  if (Number.isNaN(value)) return withParameter(form, name, current[name] ?? enabledAt ?? min);
  const stepped = min + Math.round((value - min) / step) * step;
  return withParameter(form, name, Math.min(max, Math.max(min, Number(stepped.toFixed(2)))));
}

/** The text for a parameter that the other values make irrelevant. */
export const notApplicableText = 'Not applicable with current settings';

/** Returns false for the bounds of intervals if one hit makes a detection: there is no interval. */
export function isApplicable(name: ParameterName, { minimumHits }: DetectionForm): boolean {
  const isOfIntervals = name === 'maximumIntervalDeviation' || name === 'intervalToleranceMultiplier';
  return !isOfIntervals || minimumHits === null || !(minimumHits <= 1);
}

/** Returns the problem of each parameter, by its name (DET-1); none if all may be saved. */
export function formProblems(form: DetectionForm): FormProblems {
  const found = problemsOf(detectionParametersSchema, form);
  return Object.fromEntries(
    sliders.flatMap((slider) => {
      const problem = found[slider.name];
      return problem === undefined ? [] : [[slider.name, wordsFor(slider, form[slider.name], problem)]];
    }),
  );
}

/** Returns the text of the contract if it has one for the problem; else what a field may hold. */
function wordsFor({ label, min, max, unit, step }: Slider, value: number | null, problem: string): string {
  if (value === null || Number.isNaN(value)) return 'Enter a number';
  if (problem.startsWith(label)) return problem;
  if (value >= min && value <= max && step === 1) return `${label} must be a whole number`;
  return `${label} must be from ${minus(min)} to ${valueText(max, unit)}`;
}

/** Returns the parameters to send; null while one has a problem. */
export function parametersIn(form: DetectionForm): DetectionParameters | null {
  return Object.keys(formProblems(form)).length === 0 ? (form as DetectionParameters) : null;
}

/** Returns '−80.5 dBm', '0.75×', '3' or 'Off'. */
export function valueText(value: number | null, unit: string): string {
  if (value === null) return 'Off';
  return unit === '' || unit === '×' ? `${minus(value)}${unit}` : `${minus(value)} ${unit}`;
}
