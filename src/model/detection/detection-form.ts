import { type DetectionParameters, detectionBounds, detectionParametersSchema } from '../entities/detection-config.ts';
import { type FormProblems, problemsOf } from '../forms/form-problems.ts';
import { minus } from '../text/number-text.ts';

export type ParameterName = keyof DetectionParameters;
/** What the form holds: null is a bound that is off, NaN a field without a number. */
export type DetectionForm = Readonly<Record<ParameterName, number | null>>;

/** How a parameter is set: on which slider, and where that begins when a bound is switched on. */
export type Slider = {
  name: ParameterName;
  label: string;
  about: string;
  unit: string;
  min: number;
  max: number;
  step: number;
  /** Null for one that cannot be off. */
  enabledAt: number | null;
};

const { slider: leastMultiplier, max: mostMultiplier } = detectionBounds.toleranceMultiplier;
const multiplier = { unit: '×', min: leastMultiplier, max: mostMultiplier, step: 0.05, enabledAt: null };

/** The six sliders, in the order in which the algorithm asks (DET-11). */
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

/** The presets of the page, from the most to the fewest false positives left out. */
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

/** The preset whose values these are; null for none. */
export function presetOf(form: DetectionForm): PresetName | null {
  return presetNames.find((name) => sliders.every((slider) => presets[name][slider.name] === form[slider.name])) ?? null;
}

/** The parameters of a version alone. */
export function formOf(config: DetectionParameters): DetectionParameters {
  return Object.fromEntries(sliders.map(({ name }) => [name, config[name]])) as DetectionParameters;
}

/** The form with one parameter set. */
export function withParameter(form: DetectionForm, name: ParameterName, value: number | null): DetectionForm {
  return { ...form, [name]: value };
}

/**
 * The form when a field is left (DET-11): within the bounds of its slider, on one of its steps. A field
 * without a number gets the value that `current` has there, or the one its slider begins with.
 */
export function clamped(form: DetectionForm, name: ParameterName, current: DetectionForm): DetectionForm {
  const value = form[name];
  if (value === null) return form;
  const { min, max, step, enabledAt } = sliderOf[name];
  if (Number.isNaN(value)) return withParameter(form, name, current[name] ?? enabledAt ?? min);
  const stepped = min + Math.round((value - min) / step) * step;
  return withParameter(form, name, Math.min(max, Math.max(min, Number(stepped.toFixed(2)))));
}

/** What the page says of a parameter that the others leave without effect. */
export const notApplicableText = 'Not applicable with current settings';

/** False for the bounds of intervals where one hit makes a detection: there is no interval. */
export function isApplicable(name: ParameterName, { minimumHits }: DetectionForm): boolean {
  const isOfIntervals = name === 'maximumIntervalDeviation' || name === 'intervalToleranceMultiplier';
  return !isOfIntervals || minimumHits === null || !(minimumHits <= 1);
}

/** What is wrong with each parameter, by its name (DET-1); nothing where all may be saved. */
export function formProblems(form: DetectionForm): FormProblems {
  const found = problemsOf(detectionParametersSchema, form);
  return Object.fromEntries(
    sliders.flatMap((slider) => {
      const problem = found[slider.name];
      return problem === undefined ? [] : [[slider.name, wordsFor(slider, form[slider.name], problem)]];
    }),
  );
}

/** The words of the contract where it has its own, else what a field may hold. */
function wordsFor({ label, min, max, unit, step }: Slider, value: number | null, problem: string): string {
  if (value === null || Number.isNaN(value)) return 'Enter a number';
  if (problem.startsWith(label)) return problem;
  if (value >= min && value <= max && step === 1) return `${label} must be a whole number`;
  return `${label} must be from ${minus(min)} to ${valueText(max, unit)}`;
}

/** The parameters as they are sent; null while something is wrong with one. */
export function parametersIn(form: DetectionForm): DetectionParameters | null {
  return Object.keys(formProblems(form)).length === 0 ? (form as DetectionParameters) : null;
}

/** '−80.5 dBm', '0.75×', '3', 'Off' */
export function valueText(value: number | null, unit: string): string {
  if (value === null) return 'Off';
  return unit === '' || unit === '×' ? `${minus(value)}${unit}` : `${minus(value)} ${unit}`;
}
