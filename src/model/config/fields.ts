/** A field's label, and the unit after the number. */
type Shown = { label: string; unit?: string };

/** 0 or 1, as receivers store switches (CFG-3). */
export type FlagField = Shown & { kind: 'flag'; default: Flag };
export type Flag = 0 | 1;

/**
 * A number from `min` to `max`, both included unless `strict`. Arrow keys change it by `step`. If `step` is
 * 1, it must be a whole number.
 */
export type NumberField = Shown & {
  kind: 'number';
  min: number;
  max: number;
  strict: boolean;
  step: number;
  default: number;
  /** The default of a receiver created in the console (CFG-4), if that differs. */
  createDefault?: number;
};

/** One of a few named numbers. */
export type ChoiceField = Shown & { kind: 'choice'; options: readonly Option[]; default: number };
export type Option = { value: number; label: string };

/** A mark, 0 or 1, for each bin of a band (CFG-6). */
export type BinsField = Shown & { kind: 'bins'; length: number; default: string };

/** A list of numbers, each strictly between the bounds. Its entries have ids of their own. */
export type TableField = Shown & { kind: 'table'; min: number; max: number; whole: boolean; maxLength: number };
export type TableEntry = { id: number; content: number };

export type ConfigField = FlagField | NumberField | ChoiceField | BinsField | TableField;

export type ValueOf<Field> = Field extends { kind: 'flag' }
  ? Flag
  : Field extends { kind: 'bins' }
    ? string
    : Field extends { kind: 'table' }
      ? readonly TableEntry[]
      : number;

/** A section: named fields, subsections, and lists of subsections such as bands. */
export type Section = { readonly [Name in string]: ConfigField | Section | readonly Section[] };

export type ConfigOf<Part> = Part extends ConfigField
  ? ValueOf<Part>
  : Part extends readonly unknown[]
    ? { [Index in keyof Part]: ConfigOf<Part[Index]> }
    : { [Name in keyof Part]: ConfigOf<Part[Name]> };

/** The chosen values of a section. In a list of bands, null means a band without chosen values. */
export type Chosen<Part> = Part extends ConfigField
  ? ValueOf<Part>
  : Part extends readonly unknown[]
    ? { [Index in keyof Part]: Chosen<Part[Index]> | null }
    : { [Name in keyof Part]?: Chosen<Part[Name]> | undefined };

export function flag(label: string, byDefault: Flag): FlagField {
  return { kind: 'flag', label, default: byDefault };
}

type Bounds = { min: number; max: number; default: number; createDefault?: number; unit?: string };

/** Defines a decimal number; arrow keys change it by `step`. */
export function decimal(label: string, step: number, bounds: Bounds): NumberField {
  return { kind: 'number', label, strict: false, step, ...bounds };
}

/** Defines a decimal number strictly between its bounds. */
export function inside(label: string, step: number, bounds: Bounds): NumberField {
  return { kind: 'number', label, strict: true, step, ...bounds };
}

/** Defines a whole number. */
export function count(label: string, bounds: Bounds): NumberField {
  return { kind: 'number', label, strict: false, step: 1, ...bounds };
}

export function choice(label: string, options: readonly Option[], byDefault: number): ChoiceField {
  return { kind: 'choice', label, options, default: byDefault };
}

/** Returns true for a field, false for a section or a list of sections. */
export function isField(part: ConfigField | Section | readonly Section[]): part is ConfigField {
  return 'kind' in part && typeof part.kind === 'string';
}
