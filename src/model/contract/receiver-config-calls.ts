import * as v from 'valibot';
import { asOfSchema, changeReply } from '../changes/change.ts';
import { aresSchema, chosenAresSchema, chosenOrionSchema, orionSchema } from '../config/config.ts';
import { receiverAliasSchema, receiverModels, receiverSchema } from '../entities/receiver.ts';
import { researcher, viewer } from '../entities/role.ts';
import { calls } from './call.ts';
import { conflictSchema } from './failure.ts';
import { someIds } from '../fields/query-fields.ts';
import { ip, port } from '../entities/receiver-address.ts';
import { color, rowId, rowIds } from '../fields/value-fields.ts';
import { changedReply } from './edit-call.ts';

const model = v.picklist([receiverModels.unknown, receiverModels.orion, receiverModels.ares]);
const sections = { orion: v.optional(orionSchema), ares: v.optional(aresSchema) };

const basics = {
  id: v.optional(rowId),
  alias: v.optional(receiverAliasSchema),
  model: v.optional(model),
  ipAddress: v.optional(ip),
  portNumber: v.optional(port),
  enabled: v.optional(v.boolean()),
  color: v.optional(color),
};
const notBoth = 'A receiver is an Orion or an Ares, not both';

/** The configuration of a receiver: the basic fields, and the section of its family (CFG-7). */
const receiverConfig = v.pipe(
  v.object({ basic: v.object(basics), ...sections }),
  v.check(({ orion, ares }) => orion === undefined || ares === undefined, notBoth),
);
/** The configuration of a new receiver, with its name. */
const namedConfig = v.pipe(
  v.object({ basic: v.object({ ...basics, alias: receiverAliasSchema }), ...sections }),
  v.check(({ orion, ares }) => orion === undefined || ares === undefined, notBoth),
);
/** CFG-11: the chosen fields of one family, and nothing else. */
const chosenConfig = v.pipe(
  v.strictObject({ orion: v.optional(chosenOrionSchema), ares: v.optional(chosenAresSchema) }),
  v.check(({ orion, ares }) => (orion === undefined) !== (ares === undefined), 'The chosen fields are those of one family'),
);

/** The most receivers in one batch. */
export const maxBatch = 500;

/**
 * The result for one receiver of a batch. `reason` says why it was not changed; null if it was. If a chosen
 * field was changed after `asOf`, `field` and `conflict` have the same meaning as in a refused save (409).
 */
const batchResultSchema = v.object({
  rxId: v.number(),
  alias: v.string(),
  reason: v.nullable(v.string()),
  field: v.optional(v.string()),
  conflict: v.optional(conflictSchema),
});
export type BatchResult = v.InferOutput<typeof batchResultSchema>;

const namedReceiver = { rxId: v.number(), alias: v.string(), model: v.number() };
const shownConfig = v.object({ basic: receiverSchema, ...sections });

/** CALL-3: receivers and their configuration, for the screens of receivers. */
export const receiverConfigCalls = calls({
  createReceiver: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/receivers',
    access: { role: researcher },
    body: v.object({ newRx: namedConfig, siteId: rowId }),
    changes: true,
    reply: v.object({ rxData: receiverSchema, ...changeReply }),
  },
  copyReceiver: {
    method: 'POST',
    path: '/api/mitashost/{mitasId}/receivers/copy',
    access: { role: researcher },
    body: v.object({ siteId: v.nullable(rowId), rxId: rowId }),
    changes: true,
    reply: v.object({ rxData: receiverSchema, ...changeReply }),
  },
  batchUpdateReceivers: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/receivers/batchUpdate',
    access: { role: researcher },
    body: v.object({ rxData: chosenConfig, applyIds: v.pipe(rowIds, v.maxLength(maxBatch)), asOf: v.optional(asOfSchema) }),
    changes: true,
    reply: v.object({ results: v.array(batchResultSchema), ...changeReply }),
  },
  listReceiverConfigs: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/configs',
    access: { role: viewer },
    query: v.object({ rxIds: someIds }),
    reply: v.object({ asOf: asOfSchema, receivers: v.array(v.object({ ...namedReceiver, ...sections })) }),
  },
  getReceiver: {
    method: 'GET',
    path: '/api/mitashost/{mitasId}/receivers/{id}',
    access: { role: viewer },
    reply: v.object({ asOf: asOfSchema, rxData: shownConfig }),
  },
  updateReceiver: {
    method: 'PUT',
    path: '/api/mitashost/{mitasId}/receivers/{id}',
    access: { role: researcher },
    body: v.object({ rxData: receiverConfig, asOf: v.optional(asOfSchema) }),
    repeats: { 'rxData.basic.id': 'id' },
    changes: true,
    reply: changedReply,
  },
});
