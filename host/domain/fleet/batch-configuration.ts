import { isDeepStrictEqual } from 'node:util';
import { type Family, configFrom, familyOf, problemsOf, settingsOf } from '#model/config/config.ts';
import { fieldName } from '#model/config/config-words.ts';
import type { Settings } from '#model/config/settings.ts';
import type { BatchResult } from '#model/contract/receiver-config-calls.ts';
import { modelName } from '#model/entities/receiver.ts';
import type { ChangeWriter } from '../../platform/changes/change-writer.ts';
import { conflictsIn, type Touch, touchesAfter } from '../../platform/changes/conflicts.ts';
import { receiversWithSettings } from '../../platform/store/fleet/receivers.ts';

type Batch = {
  family: Family;
  chosen: Settings;
  rxIds: readonly number[];
  /** The revision at which the person saw the settings that the batch changes; undefined if unknown. */
  since: number | undefined;
};

/**
 * Applies chosen settings to many receivers as one change (CFG-11). A receiver is skipped, with the reason in
 * the result, if it was deleted, is of another family, would get a minimum above its maximum, or if a chosen
 * field was changed after `since`.
 */
export async function applyToMany(writer: ChangeWriter, { family, chosen, rxIds, since }: Batch): Promise<BatchResult[]> {
  const present = await receiversWithSettings(writer, writer.systemId, rxIds);
  await writer.lockPresent(
    'receiver',
    present.map(({ id }) => id),
  );
  // Read the receivers again under the lock: its previous holder may have changed them.
  const rows = new Map((await receiversWithSettings(writer, writer.systemId, rxIds)).map((row) => [row.id, row]));
  const changed = [...rows.values()].filter(({ rev }) => since !== undefined && rev > since);
  const things = changed.map(({ id }) => ({ entity: 'receiver', id }) as const);
  const touches = things.length === 0 ? [] : await touchesAfter(writer, things, since ?? 0);
  const results: BatchResult[] = [];
  for (const rxId of rxIds) {
    const row = rows.get(rxId);
    const left = row === undefined ? { reason: 'It no longer exists' } : leftAsItIs(row, touches, family, chosen);
    results.push({ rxId, alias: row?.alias ?? String(rxId), ...left });
    if (row === undefined || left.reason !== null) continue;
    await writer.edit('receiver.configured', rxId, differing(row, family, chosen));
  }
  return results;
}

type Row = Awaited<ReturnType<typeof receiversWithSettings>>[number];
type Left = Omit<BatchResult, 'rxId' | 'alias'>;

function leftAsItIs(row: Row, touches: readonly Touch[], family: Family, chosen: Settings): Left {
  const model = row.reported_model ?? row.model;
  if (familyOf(model) !== family) return { reason: `It is of another model: ${modelName(model)}` };
  const present = { id: row.id, fields: {}, settings: settingsOf(family, configFrom(family, row.config)) };
  const [found] = conflictsIn(touches, 'receiver', present, chosen);
  if (found !== undefined) {
    const who = found.conflict.by?.name ?? 'The host';
    return { reason: `${fieldName(family, pathOf(found.field))}: ${who} has changed this since`, ...found };
  }
  const [problem] = problemsOf(family, configFrom(family, { ...row.config, ...chosen }));
  return { reason: problem === undefined ? null : `${fieldName(family, problem.path)}: ${problem.text}` };
}

/** Returns the chosen settings that differ from the present ones. */
function differing(row: Row, family: Family, chosen: Settings): Settings {
  const known = settingsOf(family, configFrom(family, row.config));
  return Object.fromEntries(Object.entries(chosen).filter(([name, value]) => !isDeepStrictEqual(known[name], value)));
}

/** Returns a setting's name without its family. */
function pathOf(setting: string): string {
  return setting.slice(setting.indexOf('.') + 1);
}
