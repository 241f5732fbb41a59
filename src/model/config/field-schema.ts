import * as v from 'valibot';
import { computedSchema } from '../fields/computed-schema.ts';
import { whole } from '../fields/value-fields.ts';
import { minus } from '../text/number-text.ts';
import {
  type Chosen,
  type ConfigField,
  type ConfigOf,
  type NumberField,
  type Section,
  type TableField,
  isField,
} from './fields.ts';

type AnySchema = v.GenericSchema;

/** Builds the schema of a field. Its messages say which values are valid (CFG-2). */
export function fieldSchema(field: ConfigField): AnySchema {
  switch (field.kind) {
    case 'flag':
      return v.picklist([0, 1], '0 or 1');
    case 'choice':
      return v.picklist(
        field.options.map(({ value }) => value),
        `One of ${field.options.map(({ label }) => label).join(', ')}`,
      );
    case 'bins':
      return v.pipe(
        v.string(`Exactly ${field.length} marks`),
        v.regex(new RegExp(`^[01]{${field.length}}$`), `Exactly ${field.length} marks, each 0 or 1`),
      );
    case 'number':
      return bounded(field, field.step === 1, field.strict, boundsText(field));
    case 'table': {
      const entry = v.object({
        id: whole(0, Number.MAX_SAFE_INTEGER),
        content: bounded(field, field.whole, true, boundsText(field)),
      });
      return v.pipe(v.array(entry, 'A list'), v.maxLength(field.maxLength, `At most ${field.maxLength} entries`));
    }
  }
}

/** Describes the valid range of a number: 'Between −135 and −57 dBm'. */
export function boundsText(field: NumberField | TableField): string {
  const { min, max, unit } = field;
  const strictly = field.kind === 'table' || field.strict ? 'Strictly between' : 'Between';
  const isWhole = field.kind === 'table' ? field.whole : field.step === 1;
  const range = `${minus(min)} and ${minus(max)}${unit === undefined ? '' : ` ${unit}`}`;
  return `${strictly} ${range}${isWhole ? ', a whole number' : ''}`;
}

function bounded({ min, max }: { min: number; max: number }, isWhole: boolean, isStrict: boolean, text: string): AnySchema {
  const number = v.number(text);
  const numbers = isWhole ? v.pipe(number, v.integer(text)) : number;
  return isStrict
    ? v.pipe(numbers, v.gtValue(min, text), v.ltValue(max, text))
    : v.pipe(numbers, v.minValue(min, text), v.maxValue(max, text));
}

/** Builds the schema of a section. It drops unknown fields, such as a form's error map (CFG-7). */
export function sectionSchema<Part extends Section>(section: Part): v.GenericSchema<unknown, ConfigOf<Part>> {
  const entries = Object.entries(section).map(([name, part]) => [name, partSchema(part)] as const);
  return computedSchema(v.object(Object.fromEntries(entries)));
}

/**
 * Builds the schema of chosen fields of a section, which are applied to other receivers (CFG-11). Every field
 * is optional. A list of bands contains null for each band without chosen fields, so that bands keep their
 * index.
 */
export function chosenSchema<Part extends Section>(section: Part): v.GenericSchema<unknown, Chosen<Part>> {
  const entries = Object.entries(section).map(([name, part]) => [name, v.optional(chosenPart(part))] as const);
  return computedSchema(v.strictObject(Object.fromEntries(entries)));
}

function chosenPart(part: Section[string]): AnySchema {
  if (isField(part)) return fieldSchema(part);
  if (!isList(part)) return chosenSchema(part);
  return v.strictTuple(part.map((each) => v.nullable(chosenSchema(each))) as AnySchema[] as [AnySchema, ...AnySchema[]]);
}

function partSchema(part: Section[string]): AnySchema {
  if (isField(part)) return fieldSchema(part);
  if (!isList(part)) return sectionSchema(part);
  return v.strictTuple(part.map((each) => sectionSchema(each)) as [AnySchema, ...AnySchema[]]);
}

function isList(part: Section | readonly Section[]): part is readonly Section[] {
  return Array.isArray(part);
}
