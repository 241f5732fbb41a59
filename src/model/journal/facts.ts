import * as v from 'valibot';
import { askedItemSchema } from '../changes/asked-item.ts';
import { asOfSchema, changeEpoch, changeItemSchema, changeWays, revisionNumber } from '../changes/change.ts';
import { authorSchema } from '../entities/author.ts';
import { incomingSchemas } from '../contract/socket-messages.ts';
import { accountSchema } from '../entities/account.ts';
import { alarmSchema } from '../entities/alarm.ts';
import { receiverSchema, receiverStateSchema } from '../entities/receiver.ts';
import { siteSchema } from '../entities/site.ts';
import { hostConfigSchema, systemSchema } from '../entities/system.ts';

/** Builds the schema of a fact: its type, its fields, and no other field. */
export const factOf = <const Type extends string, Fields extends v.ObjectEntries>(type: Type, fields: Fields) =>
  v.strictObject({ type: v.literal(type), ...fields });

const wholeNumber = v.pipe(v.number(), v.integer());
const rxId = wholeNumber;
const strictAsOf = v.strictObject(asOfSchema.entries);
const receiverState = v.strictObject(receiverStateSchema.entries);

/**
 * The facts that every host session records (JRN-1). They are named in the past tense and are plain data;
 * unknown fields are refused. Values that people may enter are checked by the calls (contract/) and not again
 * here: an undo must be able to restore older values. To add a fact, add a line here, its fold in
 * read-models/, and a row in the folds' test. A change that people make is not a fact of its own but a kind
 * (changes/change-kinds.ts). Facts that only one screen needs belong to that screen (`ScreenFacts`).
 */
export const factSchema = v.variant('type', [
  factOf('account.loaded', { account: v.strictObject(accountSchema.entries) }),
  factOf('account.updated', {
    changes: v.strictObject({ firstName: v.string(), lastName: v.string(), username: v.string(), email: v.string() }),
  }),
  factOf('timezone.changed', { timezone: v.string(), autoTimezone: v.boolean() }),
  factOf('systems.loaded', { systems: v.array(v.strictObject(systemSchema.entries)) }),
  factOf('system.selected', { mitasId: v.string() }),

  factOf('host.configLoaded', { asOf: strictAsOf, config: v.strictObject(hostConfigSchema.entries) }),

  factOf('fleet.loaded', {
    asOf: strictAsOf,
    receivers: v.array(v.strictObject(receiverSchema.entries)),
    sites: v.array(v.strictObject(siteSchema.entries)),
  }),
  factOf('states.loaded', { states: v.array(receiverState), initialStates: v.array(receiverState) }),
  factOf('receiver.stateChanged', receiverStateSchema.entries),
  factOf('receiver.modelChanged', { rxId, model: v.number() }),
  factOf('receivers.heard', { heard: incomingSchemas.rxHeard.entries.payload }),
  factOf('receivers.contacted', { newest: incomingSchemas.rxContacts.entries.payload }),
  factOf('receiver.infoReported', incomingSchemas.rxInfo.entries.payload.entries),

  factOf('epoch.began', { epoch: changeEpoch }),
  factOf('change.made', {
    epoch: changeEpoch,
    revision: revisionNumber,
    at: v.number(),
    by: v.nullable(v.strictObject(authorSchema.wrapped.entries)),
    through: v.picklist(changeWays),
    undoes: v.nullable(revisionNumber),
    /**
     * The items of kinds that this version knows and the person may read; null if they were too large to
     * send.
     */
    items: v.nullable(v.array(changeItemSchema)),
  }),
  /**
   * A proposed change, shown until the host answers. `items` is empty if the host has yet to create the
   * entity's id.
   */
  factOf('change.asked', { items: v.array(askedItemSchema) }),

  factOf('alarms.loaded', { alarms: v.array(v.strictObject(alarmSchema.entries)) }),
  /**
   * `lastSeenAlarmId` is the last alarm that the person has seen, `before` the mark that it replaces, as this
   * page knew it. A proposal with `takenBack` applies only while the mark is `before`. `version` is the
   * host's count of marks; null for a proposal, and if the host keeps no mark.
   */
  factOf('alarms.seen', {
    lastSeenAlarmId: wholeNumber,
    before: v.nullable(wholeNumber),
    takenBack: v.boolean(),
    version: v.nullable(wholeNumber),
  }),
]);

/**
 * The facts of screens' read models, by type, with their fields. Each file of screen-models/ declares this
 * interface again to add its own, so that a new screen needs no change here (JRN-11).
 */
export interface ScreenFacts {}

type ScreenFact = { [Type in keyof ScreenFacts]: { type: Type } & ScreenFacts[Type] }[keyof ScreenFacts];

/** A screen's read model has joined (JRN-11): it folds only the facts recorded after this one. */
type ModelJoined = { type: 'model.joined'; name: string };

export type Fact = v.InferOutput<typeof factSchema> | ModelJoined | ScreenFact;
export type FactType = Fact['type'];
export type FactOf<Type extends FactType> = Extract<Fact, { type: Type }>;
