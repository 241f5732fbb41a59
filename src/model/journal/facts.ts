import * as v from 'valibot';
import { askedItemSchema } from '../changes/asked-item.ts';
import { asOfSchema, authorSchema, changeEpoch, changeItemSchema, changeWays, revisionNumber } from '../changes/change.ts';
import { incomingSchemas } from '../contract/socket-messages.ts';
import { accountSchema } from '../entities/account.ts';
import { alarmSchema } from '../entities/alarm.ts';
import { beaconSchema } from '../entities/beacon.ts';
import { receiverSchema, receiverStateSchema } from '../entities/receiver.ts';
import { siteSchema } from '../entities/site.ts';
import { hostConfigSchema, systemSchema } from '../entities/system.ts';

/**
 * Every fact a host session records (JRN-1): past tense, plain, and strict: a field that stands not here does
 * not enter. What a person may enter is the calls' business (contract/), not checked again: an undo must be
 * able to bring back what stood there. To add one: a line here, its fold in read-models/, a row in the folds'
 * test. What people change is no fact of its own: it is a kind (changes/change-kinds.ts).
 */
const of = <const Type extends string, Fields extends v.ObjectEntries>(type: Type, fields: Fields) =>
  v.strictObject({ type: v.literal(type), ...fields });

const rxId = v.pipe(v.number(), v.integer());
const strictAsOf = v.strictObject(asOfSchema.entries);
const receiverState = v.strictObject(receiverStateSchema.entries);

export const factSchema = v.variant('type', [
  of('account.loaded', { account: v.strictObject(accountSchema.entries) }),
  of('account.updated', {
    changes: v.strictObject({ firstName: v.string(), lastName: v.string(), username: v.string(), email: v.string() }),
  }),
  of('timezone.changed', { timezone: v.string(), autoTimezone: v.boolean() }),
  of('systems.loaded', { systems: v.array(v.strictObject(systemSchema.entries)) }),
  of('system.selected', { mitasId: v.string() }),

  of('host.configLoaded', { asOf: strictAsOf, config: v.strictObject(hostConfigSchema.entries) }),

  of('fleet.loaded', {
    asOf: strictAsOf,
    receivers: v.array(v.strictObject(receiverSchema.entries)),
    sites: v.array(v.strictObject(siteSchema.entries)),
  }),
  of('states.loaded', { states: v.array(receiverState), initialStates: v.array(receiverState) }),
  of('receiver.stateChanged', receiverStateSchema.entries),
  of('receiver.modelChanged', { rxId, model: v.number() }),
  of('receiver.infoReported', incomingSchemas.rxInfo.entries.payload.entries),

  of('epoch.began', { epoch: changeEpoch }),
  of('change.made', {
    epoch: changeEpoch,
    revision: revisionNumber,
    at: v.number(),
    by: v.nullable(v.strictObject(authorSchema.wrapped.entries)),
    through: v.picklist(changeWays),
    undoes: v.nullable(revisionNumber),
    /**
     * Those of kinds that this version knows, and that the person may read; null where they were too many to
     * be sent.
     */
    items: v.nullable(v.array(changeItemSchema)),
  }),
  /**
   * What a proposal shows until it is answered: nothing where that cannot be shown before the host has named
   * it.
   */
  of('change.asked', { items: v.array(askedItemSchema) }),

  of('alarms.loaded', { alarms: v.array(v.strictObject(alarmSchema.entries)) }),
  of('alarms.seen', { lastSeenAlarmId: v.pipe(v.number(), v.integer()) }),
  of('beacons.summaryLoaded', {
    all: v.array(v.strictObject(beaconSchema.entries)),
    recent: v.array(v.strictObject(beaconSchema.entries)),
  }),
]);

export type Fact = v.InferOutput<typeof factSchema>;
export type FactType = Fact['type'];
export type FactOf<Type extends FactType> = Extract<Fact, { type: Type }>;
