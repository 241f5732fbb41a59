import * as v from 'valibot';
import { settingsSchema } from '../config/settings.ts';
import { type RoleId, administrator, owner, researcher, viewer } from '../entities/role.ts';
import { ofRegistries, type Registries, registries, registryEntities, type RegistryEntity } from '../registry/registries.ts';
import { fieldNotesSchema } from './field-note.ts';

/**
 * The entities that changes concern. An id is unique within its entity: a system has its own number, a member
 * that of the user.
 */
export const changedEntities = ['receiver', 'site', 'system', 'member', 'invitation', 'layer', ...registryEntities] as const;
export type ChangedEntity = (typeof changedEntities)[number];

/** True for an entity that this version knows. */
export function isChangedEntity(name: string): name is ChangedEntity {
  return (changedEntities as readonly string[]).includes(name);
}

/** A thing was created or deleted, or some of its fields were edited. */
export type ChangeSort = 'created' | 'edited' | 'deleted';

type Kind<Entity extends ChangedEntity, Sort extends ChangeSort, Held extends HeldSchema> = {
  entity: Entity;
  sort: Sort;
  /** The schema of `before` and `after`: the changed fields of an edit, otherwise all fields. */
  held: Held;
  /** The role needed to read it, and the role needed to make it, and so to undo it. */
  read: RoleId;
  write: RoleId;
};

type HeldSchema = v.GenericSchema<unknown, object>;

function kind<const Entity extends ChangedEntity, const Sort extends ChangeSort, Fields extends v.ObjectEntries>(
  entity: Entity,
  sort: Sort,
  fields: Fields,
  rights: Rights,
) {
  return kindHolding(entity, sort, v.strictObject(fields), rights);
}

type Rights = readonly [read: RoleId, write: RoleId];

function kindHolding<const Entity extends ChangedEntity, const Sort extends ChangeSort, Held extends HeldSchema>(
  entity: Entity,
  sort: Sort,
  held: Held,
  [read, write]: Rights,
): Kind<Entity, Sort, Held> {
  return { entity, sort, held, read, write };
}

const text = v.string();
const alias = text;
const numberOrNone = v.nullable(v.number());

/** The fields of a receiver that people set. What a receiver reports of itself is not a change (RX-21). */
const receiverFields = {
  SiteId: numberOrNone,
  alias,
  model: v.number(),
  ipAddress: text,
  portNumber: v.number(),
  enabled: v.boolean(),
  color: text,
  latitude: numberOrNone,
  longitude: numberOrNone,
};
const siteFields = { alias, color: text, pointStyle: text };
const layerFields = { name: alias, color: text, shown: v.boolean(), place: v.number(), content: text };
const memberFields = { username: text, RoleId: v.number() };
const invitationFields = { email: text, RoleId: v.number(), expiresAt: v.number() };

const forAll = [viewer, researcher] as const;
const ofTheSystem = [viewer, administrator] as const;
const ofPeople = [administrator, administrator] as const;
/** The fields are those of retention.ts; null for what was never set, announced or deleted. */
const retention = v.record(v.string(), numberOrNone);

type RegistryKinds = { [Entity in RegistryEntity]: Registries[Entity]['kinds'] };

/**
 * Every kind of change of a system's things, `entity.pastTense` (CHG-3), with its fields and the roles that
 * may read and make it (ROLE-8). To add one: a line here, its words in change-words.ts, the columns of its
 * fields in the host's store/entity-tables.ts. The kinds of a registry come from its description.
 */
export const changeKinds = {
  'receiver.created': kind('receiver', 'created', receiverFields, forAll),
  'receiver.deleted': kind('receiver', 'deleted', receiverFields, forAll),
  'receiver.retired': kind('receiver', 'deleted', receiverFields, forAll),
  'receiver.restored': kind('receiver', 'created', receiverFields, forAll),
  'receiver.renamed': kind('receiver', 'edited', { alias }, forAll),
  'receiver.ipChanged': kind('receiver', 'edited', { ipAddress: text }, forAll),
  'receiver.portChanged': kind('receiver', 'edited', { portNumber: v.number() }, forAll),
  'receiver.enabledChanged': kind('receiver', 'edited', { enabled: v.boolean() }, forAll),
  'receiver.recoloured': kind('receiver', 'edited', { color: text }, forAll),
  'receiver.relocated': kind('receiver', 'edited', { latitude: numberOrNone, longitude: numberOrNone }, forAll),
  'receiver.moved': kind('receiver', 'edited', { SiteId: numberOrNone }, forAll),
  'receiver.modelNamed': kind('receiver', 'edited', { model: v.number() }, forAll),
  'receiver.configured': kindHolding('receiver', 'edited', settingsSchema, forAll),
  'receiver.noted': kindHolding('receiver', 'edited', fieldNotesSchema, forAll),
  'receiver.snoozed': kind('receiver', 'edited', { snoozeUntil: numberOrNone }, forAll),

  'site.created': kind('site', 'created', siteFields, forAll),
  'site.deleted': kind('site', 'deleted', siteFields, forAll),
  'site.renamed': kind('site', 'edited', { alias }, forAll),
  'site.recoloured': kind('site', 'edited', { color: text }, forAll),
  'site.pointStyleChanged': kind('site', 'edited', { pointStyle: text }, forAll),

  'system.renamed': kind('system', 'edited', { commonName: text }, ofTheSystem),
  'system.timezoneChanged': kind('system', 'edited', { timezone: text }, ofTheSystem),
  'system.clockSyncIntervalChanged': kind('system', 'edited', { clockSyncInterval: v.number() }, ofTheSystem),
  'system.offlineAlarmChanged': kind('system', 'edited', { offlineAlarmMinutes: v.number() }, ofTheSystem),
  'system.webhookChanged': kind('system', 'edited', { webhook: numberOrNone }, ofPeople),
  'system.limitChanged': kind('system', 'edited', { maxReceivers: v.number() }, ofTheSystem),
  'system.expiryChanged': kind('system', 'edited', { expiry: numberOrNone }, ofTheSystem),
  'system.switchedOff': kind('system', 'edited', { offline: v.boolean() }, ofTheSystem),
  'system.switchedOn': kind('system', 'edited', { offline: v.boolean() }, ofTheSystem),
  'system.collaboratorsSwitched': kind('system', 'edited', { collaborators: v.boolean() }, [viewer, owner]),
  'system.retentionChanged': kindHolding('system', 'edited', retention, [viewer, owner]),
  'system.deletionAnnounced': kindHolding('system', 'edited', retention, ofTheSystem),
  'system.deletionMade': kindHolding('system', 'edited', retention, ofTheSystem),

  'member.added': kind('member', 'created', memberFields, ofPeople),
  'member.removed': kind('member', 'deleted', memberFields, ofPeople),
  'member.roleChanged': kind('member', 'edited', { RoleId: v.number() }, ofPeople),

  'invitation.sent': kind('invitation', 'created', invitationFields, ofPeople),
  'invitation.withdrawn': kind('invitation', 'deleted', invitationFields, ofPeople),
  'invitation.accepted': kind('invitation', 'deleted', invitationFields, ofPeople),
  'invitation.roleChanged': kind('invitation', 'edited', { RoleId: v.number() }, ofPeople),
  'invitation.renewed': kind('invitation', 'edited', { expiresAt: v.number() }, ofPeople),

  'layer.added': kind('layer', 'created', layerFields, ofTheSystem),
  'layer.removed': kind('layer', 'deleted', layerFields, ofTheSystem),
  'layer.renamed': kind('layer', 'edited', { name: alias }, ofTheSystem),
  'layer.recoloured': kind('layer', 'edited', { color: text }, ofTheSystem),
  'layer.switched': kind('layer', 'edited', { shown: v.boolean() }, ofTheSystem),
  'layer.placed': kind('layer', 'edited', { place: v.number() }, ofTheSystem),

  ...ofRegistries<RegistryKinds>((entity) => registries[entity].kinds),
} as const;

type RegistryWholes = { [E in RegistryEntity]: { readonly [Entity in E]: readonly [`${E}.created`, `${E}.deleted`] } };

/** The usual kinds that create and delete each entity, with all of its fields. */
export const wholeKinds = {
  receiver: ['receiver.created', 'receiver.deleted'],
  site: ['site.created', 'site.deleted'],
  member: ['member.added', 'member.removed'],
  invitation: ['invitation.sent', 'invitation.withdrawn'],
  layer: ['layer.added', 'layer.removed'],
  ...ofRegistries<RegistryWholes>(
    (entity) => ({ [entity]: [`${entity}.created`, `${entity}.deleted`] as const }) as RegistryWholes[RegistryEntity],
  ),
} as const;

export type ChangeKinds = typeof changeKinds;
export type ChangeKind = keyof ChangeKinds;
/** The kinds of one entity and sort: `KindOfSort<'site', 'edited'>`. */
export type KindOfSort<Entity extends ChangedEntity, Sort extends ChangeSort> = {
  [Name in ChangeKind]: ChangeKinds[Name] extends { entity: Entity; sort: Sort } ? Name : never;
}[ChangeKind];

/** The fields of a kind. */
export type FieldsOf<Name extends ChangeKind> = v.InferOutput<ChangeKinds[Name]['held']>;

export const changeKindNames = Object.keys(changeKinds) as ChangeKind[];

/** True for a kind that this version knows. */
export function isChangeKind(name: string): name is ChangeKind {
  return Object.hasOwn(changeKinds, name);
}

/** True for changes of invitations, which cannot be undone: the email was sent and may have been answered. */
export function isFinal({ kind }: { kind: string }): boolean {
  return entityOf(kind) === 'invitation';
}

/** Returns the entity of a kind; for an unknown kind, from its name. */
export function entityOf(name: string): string {
  return isChangeKind(name) ? changeKinds[name].entity : name.slice(0, Math.max(0, name.indexOf('.')));
}
