import * as v from 'valibot';
import { accountSchema } from '../../entities/account.ts';
import { type System, systemSchema } from '../../entities/system.ts';
import { readModel } from './read-model.ts';

/**
 * The account that is logged in, its systems, and the one that this session shows (`selected`, a mitasId).
 */
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
    // Keep the later mark: a list that was read before alarms were marked as seen may arrive after the mark.
    'systems.loaded': (draft, { systems }) => {
      const known = new Map(draft.systems.map((system) => [system.mitasId, system]));
      draft.systems = systems.map((system) => ({ ...system, ...laterMark(system, known.get(system.mitasId)) }));
    },
    // After a backup is restored, the host's count of marks may be lower. With -1, the next mark always wins.
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

/**
 * Returns the later of two marks by version, whose alarm may be lower if a mark was taken back (ALM-25). If
 * the versions are equal, the higher alarm wins.
 */
function laterMark(one: Mark, other: Mark = one): Mark {
  if (one.lastSeenVersion !== other.lastSeenVersion) return markOf(one.lastSeenVersion > other.lastSeenVersion ? one : other);
  return { ...markOf(one), lastSeenAlarmId: furthest(one.lastSeenAlarmId, other.lastSeenAlarmId) };
}

function markOf({ lastSeenAlarmId, lastSeenVersion }: Mark): Mark {
  return { lastSeenAlarmId, lastSeenVersion };
}

/** Returns the higher alarm id; null (the host keeps no mark for the person) only if both are null. */
function furthest(one: number | null, other: number | null): number | null {
  return one === null || other === null ? (one ?? other) : Math.max(one, other);
}

/** Returns the system of this session; undefined until it is known. */
export function selectedSystem(model: AccountModel): System | undefined {
  return model.systems.find(({ mitasId }) => mitasId === model.selected);
}
