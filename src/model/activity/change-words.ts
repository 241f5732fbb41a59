import { clockSyncText } from '../entities/clock-sync.ts';
import { modelName } from '../entities/receiver.ts';
import { roleName } from '../entities/role.ts';
import { minus } from '../text/number-text.ts';
import { announcedWords, deletedWords, retentionChangedWords } from '../retention/retention-words.ts';
import { isRegistryEntity, type RegistryEntity, registries } from '../registry/registries.ts';
import { fieldText } from '../registry/field-text.ts';
import { type RegistryField } from '../registry/registry.ts';
import { type Change, type ChangeItem, type ChangeWay, knownItems } from '../changes/change.ts';
import { type ChangedEntity, changeKindNames, changeKinds } from '../changes/change-kinds.ts';

/** Returns the name of a site, or undefined if the site is unknown. Changes contain only the site's id. */
export type SiteNames = (siteId: number) => string | undefined;

/**
 * The words for one item: verb 'renamed', object 'Crest to Ridge'. `many` is the object of several similar
 * items, with # for their count: '# receivers'.
 */
type Action = { verb: string; object: string; many: string };

/** The words that name the author of a change without a person, for each way in which a change is made. */
const ways: Record<ChangeWay, string> = {
  console: 'Somebody',
  admin: 'The admin command',
  import: 'An import',
  job: 'A job of the host',
  simulator: 'The simulator',
  host: 'The host',
};

/** Returns how a person made a change outside the console ('by an import'); '' for all other changes. */
export function wayText({ by, through }: Pick<Change, 'by' | 'through'>): string {
  const words: Partial<Record<ChangeWay, string>> = { admin: 'by the admin command', import: 'by an import', job: 'by a job' };
  return by === null ? '' : (words[through] ?? '');
}

/** Returns the author of a change: 'Ada', 'The simulator'. */
export function authorText({ by, through }: Pick<Change, 'by' | 'through'>): string {
  return by?.name ?? ways[through];
}

/**
 * Returns a change as one sentence (CHG-21): 'Ada renamed RCB-1 Upstream to RCB-1 North', 'The simulator made
 * 12 receivers and 5 sites'.
 */
export function changeText(change: Pick<Change, 'by' | 'through' | 'undoes' | 'items'>, siteName: SiteNames): string {
  return `${authorText(change)} ${actionText(change, siteName)}`;
}

/**
 * Returns the sentence without its author: 'renamed RCB-1 Upstream to RCB-1 North', 'undid change 41: renamed
 * …'.
 */
export function actionText({ undoes, items }: Pick<Change, 'undoes' | 'items'>, siteName: SiteNames): string {
  return `${undoes === null ? '' : `undid change ${undoes}: `}${actionsText(items, siteName)}`;
}

/** Returns the words for one item, without the author: 'renamed RCB-1 Upstream to RCB-1 North'. */
export function itemText(item: ChangeItem, siteName: SiteNames): string {
  const { verb, object } = actionOf(item, siteName);
  return `${verb} ${object}`;
}

function actionsText(items: Change['items'], siteName: SiteNames): string {
  if (items === null) return 'changed more than fits here';
  const known = knownItems(items);
  const unknown = items.length - known.length;
  const actions = known
    .toSorted((one, other) => changeKindNames.indexOf(one.kind) - changeKindNames.indexOf(other.kind))
    .map((item) => actionOf(item, siteName));
  const parts = byVerb(actions);
  if (unknown > 0) parts.push('changed something that this version of the page does not know');
  return parts.length === 0 ? 'changed something that your role does not show' : listed(parts);
}

/**
 * Returns a phrase for each verb, which counts similar actions: 'made 12 receivers and 5 sites', 'enabled
 * Crest'.
 */
function byVerb(actions: readonly Action[]): string[] {
  const phrases = new Map<string, string[]>();
  for (const same of Map.groupBy(actions, ({ verb, many }) => `${verb} ${many}`).values()) {
    const [first] = same;
    if (first === undefined) continue;
    const object = same.length === 1 ? first.object : first.many.replace('#', String(same.length));
    phrases.set(first.verb, [...(phrases.get(first.verb) ?? []), object]);
  }
  return [...phrases].map(([verb, objects]) => `${verb} ${listed(objects)}`);
}

/** Joins words: 'a', 'a and b', 'a, b and c'. */
export function listed(parts: readonly string[]): string {
  return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;
}

function actionOf(item: ChangeItem, siteName: SiteNames): Action {
  if (isOfRegistry(item)) return ofRegistry(item);
  const { name } = item;
  switch (item.kind) {
    case 'receiver.created':
      return { verb: 'made', object: `the receiver ${name}`, many: '# receivers' };
    case 'receiver.deleted':
      return { verb: 'deleted', object: `the receiver ${name}`, many: '# receivers' };
    case 'receiver.retired':
      return { verb: 'retired', object: `the receiver ${name}`, many: '# receivers' };
    case 'receiver.restored':
      return { verb: 'restored', object: `the receiver ${name}`, many: '# receivers' };
    case 'receiver.renamed':
      return renamed(item.before.alias, item.after.alias, '# receivers');
    case 'receiver.ipChanged':
      return changed(`the IP address of ${name}`, item.before.ipAddress, item.after.ipAddress, 'the IP address of # receivers');
    case 'receiver.portChanged':
      return changed(`the port of ${name}`, item.before.portNumber, item.after.portNumber, 'the port of # receivers');
    case 'receiver.enabledChanged':
      return { verb: item.after.enabled ? 'enabled' : 'disabled', object: name, many: '# receivers' };
    case 'receiver.recoloured':
      return changed(`the colour of ${name}`, item.before.color, item.after.color, 'the colour of # receivers');
    case 'receiver.relocated':
      return changed(`the location of ${name}`, placeText(item.before), placeText(item.after), 'the location of # receivers');
    case 'receiver.moved': {
      const site = (id: number | null): string => (id === null ? 'no site' : (siteName(id) ?? `site ${id}`));
      return {
        verb: 'moved',
        object: `${name} from ${site(item.before.SiteId)} to ${site(item.after.SiteId)}`,
        many: '# receivers to another site',
      };
    }
    case 'receiver.modelNamed':
      return changed(
        `the model of ${name}`,
        modelName(item.before.model),
        modelName(item.after.model),
        'the model of # receivers',
      );
    case 'receiver.configured':
      return configured(item);
    case 'receiver.noted': {
      const isNew = Object.values(item.after).some((note) => note !== null);
      return { verb: isNew ? 'wrote' : 'deleted', object: `a field note of ${name}`, many: 'field notes of # receivers' };
    }
    case 'receiver.snoozed':
      return { verb: item.after.snoozeUntil === null ? 'unsnoozed' : 'snoozed', object: name, many: '# receivers' };
    case 'site.created':
      return { verb: 'made', object: `the site ${name}`, many: '# sites' };
    case 'site.deleted':
      return { verb: 'deleted', object: `the site ${name}`, many: '# sites' };
    case 'site.renamed':
      return renamed(item.before.alias, item.after.alias, '# sites');
    case 'site.recoloured':
      return changed(`the colour of ${name}`, item.before.color, item.after.color, 'the colour of # sites');
    case 'site.pointStyleChanged':
      return changed(`the point style of ${name}`, item.before.pointStyle, item.after.pointStyle, 'the point style of # sites');
    case 'system.renamed':
      return renamed(item.before.commonName, item.after.commonName, '# systems');
    case 'system.timezoneChanged':
      return changed('the timezone', item.before.timezone, item.after.timezone);
    case 'system.clockSyncIntervalChanged':
      return changed(
        'the clock sync interval',
        clockSyncText(item.before.clockSyncInterval),
        clockSyncText(item.after.clockSyncInterval),
      );
    case 'system.offlineAlarmChanged':
      return changed('the minutes offline before an alarm', item.before.offlineAlarmMinutes, item.after.offlineAlarmMinutes);
    case 'system.webhookChanged':
      return { verb: 'changed', object: 'the webhook', many: '# webhooks' };
    case 'system.limitChanged':
      return changed('the most receivers', item.before.maxReceivers, item.after.maxReceivers);
    case 'system.expiryChanged':
      return changed('the expiry', expiryText(item.before.expiry), expiryText(item.after.expiry));
    case 'system.switchedOff':
      return { verb: 'switched off', object: 'the system', many: '# systems' };
    case 'system.switchedOn':
      return { verb: 'switched on', object: 'the system', many: '# systems' };
    case 'system.collaboratorsSwitched':
      return { verb: item.after.collaborators ? 'offered' : 'closed', object: 'the collaborators page', many: '# systems' };
    case 'system.retentionChanged':
      return { ...retentionChangedWords(item.before, item.after), many: '# systems' };
    case 'system.deletionAnnounced':
      return { ...announcedWords(item.before, item.after), many: '# systems' };
    case 'system.deletionMade':
      return { ...deletedWords(item.after), many: '# systems' };
    case 'member.added':
      return { verb: 'added', object: `${name} as ${roleName(item.after.RoleId)}`, many: '# people' };
    case 'member.removed':
      return { verb: 'removed', object: `${name} (${roleName(item.before.RoleId)})`, many: '# people' };
    case 'member.roleChanged':
      return changed(`the role of ${name}`, roleName(item.before.RoleId), roleName(item.after.RoleId), 'the roles of # people');
    case 'invitation.sent':
      return { verb: 'invited', object: `${name} as ${roleName(item.after.RoleId)}`, many: '# people' };
    case 'invitation.withdrawn':
      return { verb: 'withdrew', object: `the invitation of ${name}`, many: '# invitations' };
    case 'invitation.accepted':
      return { verb: 'accepted', object: `the invitation of ${name}`, many: '# invitations' };
    case 'invitation.roleChanged':
      return changed(`the role of ${name}`, roleName(item.before.RoleId), roleName(item.after.RoleId), 'the roles of # people');
    case 'invitation.renewed':
      return { verb: 'repeated', object: `the invitation of ${name}`, many: '# invitations' };
    case 'layer.added':
      return { verb: 'made', object: `the layer ${name}`, many: '# layers' };
    case 'layer.removed':
      return { verb: 'deleted', object: `the layer ${name}`, many: '# layers' };
    case 'layer.renamed':
      return renamed(item.before.name, item.after.name, '# layers');
    case 'layer.switched':
      return { verb: item.after.shown ? 'showed' : 'hid', object: name, many: '# layers' };
    case 'layer.recoloured':
      return changed(`the colour of ${name}`, item.before.color, item.after.color, 'the colour of # layers');
    case 'layer.placed':
      return { verb: 'moved', object: `the layer ${name}`, many: '# layers' };
  }
}

/** Returns the words for fields: 'the weight', 'the weight and the age'; 'this' if a field has no word. */
export function fieldWords(entity: ChangedEntity, names: readonly string[]): string {
  const fields: Record<string, RegistryField> = isRegistryEntity(entity) ? registries[entity].fields : {};
  const words = names.map((name) => fields[name]?.word);
  return words.includes(undefined) ? 'this' : listed(words.map((word) => `the ${word}`));
}

type RegistryItem = Extract<ChangeItem, { kind: `${RegistryEntity}.${string}` }>;

function isOfRegistry(item: ChangeItem): item is RegistryItem {
  return isRegistryEntity(changeKinds[item.kind].entity);
}

/**
 * Describes an item of a registry: made, deleted, one field changed with its values, or the count of changed
 * fields.
 */
function ofRegistry({ kind, name, before, after }: RegistryItem): Action {
  const { entity, many: several, fields } = registries[changeKinds[kind].entity];
  const many = `# ${several}`;
  if (before === null) return { verb: 'made', object: `the ${entity} ${name}`, many };
  if (after === null) return { verb: 'deleted', object: `the ${entity} ${name}`, many };
  const [field, ...others] = Object.keys(after);
  const known = field === undefined ? undefined : (fields as Record<string, RegistryField>)[field];
  if (field === undefined || known === undefined || others.length > 0)
    return { verb: 'changed', object: `${others.length + 1} fields of the ${entity} ${name}`, many };
  const said = (values: object): string => {
    const value = (values as Record<string, string | number | null>)[field] ?? null;
    return fieldText(known, value);
  };
  return changed(`the ${known.word} of ${name}`, said(before), said(after), many);
}

function renamed(before: string, after: string, many: string): Action {
  return { verb: 'renamed', object: `${before} to ${after}`, many };
}

/**
 * Describes one changed setting with its values, or the count of several. Values that are not numbers, such
 * as tables, are too long to show.
 */
function configured({ name, before, after }: Extract<ChangeItem, { kind: 'receiver.configured' }>): Action {
  const [path, ...others] = Object.keys(after);
  const many = 'the settings of # receivers';
  if (path === undefined || others.length > 0) {
    return { verb: 'changed', object: `${others.length + 1} settings of ${name}`, many };
  }
  const what = `the ${settingWords(path)} of ${name}`;
  const [from, to] = [before[path], after[path]];
  if (typeof from !== 'number' || typeof to !== 'number') return { verb: 'changed', object: what, many };
  return changed(what, minus(from), minus(to), many);
}

/** Turns 'orion.channels.bands.1.baseFrequency' into 'band 2 base frequency'. */
function settingWords(path: string): string {
  const words = path.split('.').slice(-3);
  const band = words.at(-3) === 'bands' ? `band ${Number(words.at(-2)) + 1} ` : '';
  return `${band}${(words.at(-1) ?? '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)}`;
}

/** Describes a changed value; an empty value becomes an en dash (LOOK-7). */
function changed(what: string, before: string | number, after: string | number, many = what): Action {
  return { verb: 'changed', object: `${what} from ${before === '' ? '–' : before} to ${after === '' ? '–' : after}`, many };
}

function expiryText(expiry: number | null): string {
  return expiry === null ? 'Never' : new Date(expiry).toISOString().slice(0, 10);
}

/** Returns coordinates such as '(49.2800, −123.1400)'; '' if the location is not set. */
function placeText({ latitude, longitude }: { latitude: number | null; longitude: number | null }): string {
  if (latitude === null || longitude === null) return '';
  return `(${degrees(latitude)}, ${degrees(longitude)})`;
}

function degrees(value: number): string {
  return `${value < 0 ? '−' : ''}${Math.abs(value).toFixed(4)}`;
}
