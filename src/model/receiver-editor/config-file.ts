import * as v from 'valibot';
import { fileName } from '../text/file-name.ts';
import { type Result, accepted, refused } from '../result.ts';
import { type Family, type FamilyConfig, aresSchema, orionSchema, problemsOf } from '../config/config.ts';
import { fieldName } from '../config/config-words.ts';

/** The format of a file with one receiver's configuration, for any receiver of its family (CFG-12). */
const configFormat = 'telemetry-console/receiver-configuration';
const formatVersion = 1;
/** The largest file in bytes; a configuration takes a few kB. */
export const maxConfigFile = 1_000_000;

/** The names of the families. */
export const familyNames: Readonly<Record<Family, string>> = { orion: 'Orion', ares: 'Ares' };
const schemas = { orion: orionSchema, ares: aresSchema } as const;

/** Returns the file of a configuration; `alias` is the receiver it comes from. */
export function configFile(alias: string, family: Family, config: FamilyConfig) {
  const content = { format: configFormat, version: formatVersion, receiver: alias, family, configuration: config };
  return {
    name: fileName(`${alias} configuration.json`),
    mimeType: 'application/json',
    parts: [`${JSON.stringify(content, null, 2)}\n`],
  };
}

/**
 * Reads a configuration for a receiver of this family; the refusal says what is wrong, where, and what to do.
 */
export function readConfigFile(text: string, family: Family): Result<FamilyConfig> {
  const json = parsed(text);
  if (!json.ok) return json;
  const { format, version, family: of, configuration } = json.value;
  if (format !== configFormat)
    return refused(
      `This is not a receiver configuration: its 'format' is not '${configFormat}'. Choose a file exported from this console`,
    );
  if (version !== formatVersion)
    return refused(`This file is of version ${String(version)}, but this page reads version ${formatVersion}. Export it again`);
  if (of !== family)
    return refused(
      `This is the configuration of an ${of === 'orion' || of === 'ares' ? familyNames[of] : 'unknown model'}, and this receiver is an ${familyNames[family]}: choose another file`,
    );
  const read = v.safeParse(schemas[family] as v.GenericSchema<unknown, FamilyConfig>, configuration);
  if (read.success) return accepted(read.output);
  const problems = problemsOf(family, configuration);
  const [first] = problems;
  const more = problems.length === 1 ? '' : `, and ${problems.length - 1} more`;
  return refused(`${fieldName(family, first?.path ?? '')}: ${first?.text ?? ''}${more}: correct the file, or export it again`);
}

function parsed(text: string): Result<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return accepted(value as Record<string, unknown>);
  } catch {
    // The parser's message only gives a byte offset, so it is not shown.
  }
  return refused('This file is not a JSON configuration. Choose a file exported from this console');
}
