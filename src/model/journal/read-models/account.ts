import * as v from 'valibot';
import { accountSchema } from '../../entities/account.ts';
import { type System, systemSchema } from '../../entities/system.ts';
import { readModel } from './read-model.ts';

/** Who is logged in, the systems they belong to, and which of them this session shows (its mitasId). */
const accountModelSchema = v.object({
  account: v.nullable(accountSchema),
  systems: v.array(systemSchema),
  selected: v.nullable(v.string()),
});
export type AccountModel = v.InferOutput<typeof accountModelSchema>;

export const accountModel = readModel<AccountModel>({
  schema: accountModelSchema,
  initial: { account: null, systems: [], selected: null },
  on: {
    'account.loaded': (draft, { account }) => void (draft.account = account),
    'account.updated': (draft, { changes }) => {
      if (draft.account !== null) Object.assign(draft.account, changes);
    },
    'timezone.changed': (draft, { timezone, autoTimezone }) => {
      if (draft.account !== null) draft.account.timezone = timezone;
      const system = draft.systems.find(({ mitasId }) => mitasId === draft.selected);
      if (system !== undefined) system.autoTimezone = autoTimezone;
    },
    // A list that was read before alarms were seen and arrives after it does not take that back.
    'systems.loaded': (draft, { systems }) => {
      const known = new Map(draft.systems.map((system) => [system.mitasId, system]));
      draft.systems = systems.map((system) => ({ ...system, ...laterMark(system, known.get(system.mitasId)) }));
    },
    // A backup that was put back counts from where it stood.
    'epoch.began': (draft) => draft.systems.forEach((system) => void (system.lastSeenVersion = -1)),
    'alarms.seen': (draft, { lastSeenAlarmId, before, takenBack, version }) => {
      const system = draft.systems.find(({ mitasId }) => mitasId === draft.selected);
      if (system === undefined) return;
      if (version !== null) Object.assign(system, laterMark(system, { lastSeenAlarmId, lastSeenVersion: version }));
      else if (!takenBack) system.lastSeenAlarmId = furthest(system.lastSeenAlarmId, lastSeenAlarmId);
      else if (system.lastSeenAlarmId === before) system.lastSeenAlarmId = lastSeenAlarmId;
    },
    'system.selected': (draft, { mitasId }) => void (draft.selected = mitasId),
  },
});

type Mark = Pick<System, 'lastSeenAlarmId' | 'lastSeenVersion'>;

/** Of two marks the one that was set later, which may be lower where one was taken back (ALM-25). */
function laterMark(one: Mark, other: Mark = one): Mark {
  if (one.lastSeenVersion !== other.lastSeenVersion) return markOf(one.lastSeenVersion > other.lastSeenVersion ? one : other);
  return { ...markOf(one), lastSeenAlarmId: furthest(one.lastSeenAlarmId, other.lastSeenAlarmId) };
}

function markOf({ lastSeenAlarmId, lastSeenVersion }: Mark): Mark {
  return { lastSeenAlarmId, lastSeenVersion };
}

/** Null where the host keeps no mark of the person. */
function furthest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** The system this session shows; undefined until it is known. */
export function selectedSystem(model: AccountModel): System | undefined {
  return model.systems.find(({ mitasId }) => mitasId === model.selected);
}
