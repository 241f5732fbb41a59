import { isDeepStrictEqual } from 'node:util';
import {
  type Family,
  type FamilyConfig,
  chosenSettings,
  configFrom,
  defaultConfig,
  familyOf,
  settingsOf,
} from '#model/config/config.ts';
import type { Settings } from '#model/config/settings.ts';
import type { ParsedBody } from '#model/contract/table.ts';
import { lightColour } from '#model/entities/light-colour.ts';
import { receiverModels } from '#model/entities/receiver.ts';
import { applyToMany } from '../../domain/fleet/batch-configuration.ts';
import { copyReceiver, createReceiver } from '../../domain/fleet/receiver-lifecycle.ts';
import { invalidRequest, notFound } from '../../platform/api-error.ts';
import type { ChangeWriter, EditKind } from '../../platform/changes/change-writer.ts';
import { refuseOtherOrder } from '../../platform/changes/conflicts.ts';
import { readAsOf } from '../../platform/changes/read-changes.ts';
import type { Database } from '../../platform/store/database.ts';
import { receiverWithSettings, receiversWithSettings } from '../../platform/store/fleet/receivers.ts';
import type { Handlers } from './call-handlers.ts';
import { type Asking, consoleChange } from './console-change.ts';
import { toReceiver } from './receiver-of-row.ts';

type SentConfig = ParsedBody<'updateReceiver'>['rxData'];

/** Returns the handlers (CALL-3) that read and save a receiver's complete configuration. */
export function receiverConfigs(database: Pick<Database, 'db' | 'pool'>) {
  return {
    async getReceiver({ system, params }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => {
        const row = await receiverWithSettings({ db }, system.mitasId, params.id);
        if (row === undefined) throw notFound(`There is no receiver ${params.id} here`);
        const basic = toReceiver(row);
        return { asOf: { epoch, revision }, rxData: { basic, ...sectionFrom(familyOf(basic.model), row.config) } };
      });
    },

    async listReceiverConfigs({ system, query }) {
      return readAsOf(database, system.mitasId, async (db, { epoch, revision }) => {
        const rows = await receiversWithSettings({ db }, system.mitasId, query.rxIds);
        const receivers = rows.map((row) => {
          const { id, alias, model } = toReceiver(row);
          return { rxId: id, alias, model, ...sectionFrom(familyOf(model), row.config) };
        });
        return { asOf: { epoch, revision }, receivers };
      });
    },

    async createReceiver(call) {
      const { newRx, siteId } = call.body;
      const { id: _, color = lightColour(Math.random), ...basic } = newRx.basic;
      const [sent] = sectionsOf(newRx);
      const model = basic.model ?? (sent?.[0] === 'ares' ? receiverModels.ares : receiverModels.unknown);
      if (sent !== undefined && sent[0] !== familyOf(model))
        throw invalidRequest('This is the configuration of another model', `newRx.${sent[0]}`);
      return made(database, call, 'newRx.basic.alias', (writer) =>
        createReceiver(writer, { ...basic, siteId, color, model, config: sent?.[1] }),
      );
    },

    async copyReceiver(call) {
      const color = lightColour(Math.random);
      return made(database, call, 'rxId', (writer) => copyReceiver(writer, { ...call.body, color }));
    },

    async batchUpdateReceivers(call) {
      const { applyIds, rxData, asOf } = call.body;
      const family = rxData.orion === undefined ? 'ares' : 'orion';
      const chosen = chosenSettings(family, rxData[family]);
      const { reply: results, ...done } = await consoleChange(database, call, async (writer) => {
        await refuseOtherOrder(writer, asOf?.epoch);
        return applyToMany(writer, { family, chosen, rxIds: [...new Set(applyIds)], since: asOf?.revision });
      });
      return { results, ...done };
    },

    async updateReceiver(call) {
      const { rxData, asOf } = call.body;
      const { reply: _, ...done } = await consoleChange(
        database,
        call,
        async (writer) => {
          await writer.lock('receiver', [call.params.id]);
          await refuseOtherOrder(writer, asOf?.epoch);
          await refuseOtherFamily(writer, call.params.id, rxData);
          const present = writer.fieldsOf('receiver', call.params.id) ?? {};
          for (const [kind, fields] of editsOf(rxData, present))
            await writer.edit(kind, call.params.id, fields as never, { since: asOf?.revision });
        },
        'rxData.basic.alias',
      );
      return done;
    },
  } satisfies Partial<Handlers>;
}

/** Creates a receiver and returns it as stored. */
async function made(
  database: Pick<Database, 'db' | 'pool'>,
  call: Asking,
  nameField: string,
  make: (writer: ChangeWriter) => Promise<number>,
) {
  const { reply: rxData, ...done } = await consoleChange(
    database,
    call,
    async (writer) => {
      const row = await receiverWithSettings(writer, writer.systemId, await make(writer));
      if (row === undefined) throw new Error('A receiver was made and is not there');
      return toReceiver(row);
    },
    nameField,
  );
  return { rxData: { ...rxData, rev: done.revision }, ...done };
}

function sectionFrom(family: Family, settings: Settings) {
  return family === 'orion' ? { orion: configFrom(family, settings) } : { ares: configFrom(family, settings) };
}

/**
 * Refuses a configuration that is not for the receiver's current model (CFG-7).
 * @throws ApiError 400
 */
async function refuseOtherFamily({ db, systemId }: ChangeWriter, rxId: number, { basic, ...sections }: SentConfig) {
  const [sent] = sectionsOf(sections);
  if (sent === undefined) return;
  const row = await receiverWithSettings({ db }, systemId, rxId);
  const model = row?.reported_model ?? basic.model ?? row?.model ?? 0;
  if (familyOf(model) !== sent[0]) throw invalidRequest('This is the configuration of another model', `rxData.${sent[0]}`);
}

/**
 * Returns the sent fields by kind of change, in the order of the form. Of settings, only those that differ
 * from the stored ones.
 */
function editsOf({ basic, ...sections }: SentConfig, present: Record<string, unknown>): [EditKind, object][] {
  const { alias, model, ipAddress, portNumber, enabled, color } = basic;
  const edits: [EditKind, object][] = [];
  if (alias !== undefined) edits.push(['receiver.renamed', { alias }]);
  if (model !== undefined) edits.push(['receiver.modelNamed', { model }]);
  if (ipAddress !== undefined) edits.push(['receiver.ipChanged', { ipAddress }]);
  if (portNumber !== undefined) edits.push(['receiver.portChanged', { portNumber }]);
  if (enabled !== undefined) edits.push(['receiver.enabledChanged', { enabled }]);
  if (color !== undefined) edits.push(['receiver.recoloured', { color }]);
  for (const [family, config] of sectionsOf(sections)) {
    const known: Record<string, unknown> = { ...settingsOf(family, defaultConfig(family)), ...present };
    const settings = Object.entries(settingsOf(family, config)).filter(([name, value]) => !isDeepStrictEqual(known[name], value));
    edits.push(['receiver.configured', Object.fromEntries(settings)]);
  }
  return edits;
}

function sectionsOf({ orion, ares }: Pick<SentConfig, 'orion' | 'ares'>): [Family, FamilyConfig][] {
  const sent: [Family, FamilyConfig][] = [];
  if (orion !== undefined) sent.push(['orion', orion]);
  if (ares !== undefined) sent.push(['ares', ares]);
  return sent;
}
