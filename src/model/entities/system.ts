import { systemNamePattern } from '../fields/value-fields.ts';
import * as v from 'valibot';
import { systemClockSchema } from '../time/system-clock.ts';
import { roleSchema } from './role.ts';

/** Which mails of a system a person takes. */
export const emailConfigSchema = v.object({
  emailsEnabled: v.boolean(),
  emailAlarms: v.boolean(),
  emailReports: v.boolean(),
  emailTagSpotted: v.boolean(),
});

/**
 * `offline`: nothing of it can be reached. `shutDown` (SYS-6): its configuration can be read, but nothing
 * runs.
 */
export const systemStates = ['running', 'shutDown', 'offline'] as const;
export type SystemState = (typeof systemStates)[number];

/**
 * A host system (a project) as its members see it in lists (SYS-1); `RoleId` is the person's own role there.
 */
export const systemSchema = v.object({
  id: v.number(),
  mitasId: v.string(),
  url: v.string(),
  wsPort: v.number(),
  RoleId: v.number(),
  commonName: v.string(),
  timezone: v.string(),
  autoTimezone: v.boolean(),
  clockSyncInterval: v.number(),
  lastSeenAlarmId: v.nullable(v.number()),
  /** How often that was set, by any page: of two the later one counts (ALM-25). */
  lastSeenVersion: v.number(),
  email: emailConfigSchema,
  roles: v.array(roleSchema),
  demo: v.boolean(),
  /** Where its contacts come from, and for a replay how many times faster than life. */
  source: v.picklist(['receivers', 'simulated', 'replay']),
  replaySpeed: v.nullable(v.number()),
  /** Whether it runs (SYS-18); hosts of before did not say. */
  state: v.optional(v.picklist(systemStates)),
  /** Whether it had expired when the host listed it (SYS-15); hosts of before did not say. */
  expired: v.optional(v.boolean()),
});
export type System = v.InferOutput<typeof systemSchema>;

/** How one system shows the sidebar (NAV-6: items can be disabled or hidden per system). */
export const sidebarConfigSchema = v.object({
  disabled: v.array(v.string()),
  hidden: v.array(v.string()),
  enabled: v.array(v.string()),
});
type SidebarConfig = v.InferOutput<typeof sidebarConfigSchema>;

/** The same where the page of collaborators is offered beside what else is enabled, or is not (ROLE-10). */
export function withCollaborators(sidebar: SidebarConfig, isOffered: boolean): SidebarConfig {
  const others = sidebar.enabled.filter((id) => id !== 'collaborators');
  return { ...sidebar, enabled: isOffered ? [...others, 'collaborators'] : others };
}

/**
 * One system's own settings (SYS-2). `status` 1 is operating normally, otherwise shutdown; `expiry` in ms
 * since the epoch.
 */
export const hostConfigSchema = v.object({
  mitasId: v.string(),
  commonName: v.string(),
  status: v.number(),
  hostVersion: v.string(),
  dbVersion: v.string(),
  maxReceivers: v.number(),
  expiry: v.nullable(v.number()),
  clockSyncInterval: v.number(),
  /** Null where this host serves no FTPS (FTPS-7). */
  ftpsPort: v.nullable(v.number()),
  /** Why it serves none, for Administrators; hosts of before did not say. */
  ftpsProblem: v.optional(v.nullable(v.string())),
  timezone: v.string(),
  autoTimezone: v.boolean(),
  email: emailConfigSchema,
  sidebar: sidebarConfigSchema,
  /** How its clocks go (SYS-16); hosts of before did not say. */
  clock: v.optional(systemClockSchema),
});
export type HostConfig = v.InferOutput<typeof hostConfigSchema>;

/** SYS-2: status 1 operates normally. */
export const systemRunning = 1;

/** True when a system may have this name; an address with another one leads nowhere (SYS-3). */
export function isSystemName(mitasId: string): boolean {
  return systemNamePattern.test(mitasId);
}
