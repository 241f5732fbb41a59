import { systemNamePattern } from '../fields/value-fields.ts';
import * as v from 'valibot';
import { systemClockSchema } from '../time/system-clock.ts';
import { roleSchema } from './role.ts';

/** The emails of a system that a person receives. */
export const emailConfigSchema = v.object({
  emailsEnabled: v.boolean(),
  emailAlarms: v.boolean(),
  emailReports: v.boolean(),
  emailTagSpotted: v.boolean(),
});

/** `offline`: unreachable. `shutDown` (SYS-6): its configuration can be read, but nothing runs. */
export const systemStates = ['running', 'shutDown', 'offline'] as const;
export type SystemState = (typeof systemStates)[number];

/** A system (a project) as its members see it in lists (SYS-1). `RoleId` is the person's own role there. */
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
  /**
   * How often the mark was set, by any page. Of two marks, the one with the higher number counts (ALM-25).
   */
  lastSeenVersion: v.number(),
  email: emailConfigSchema,
  roles: v.array(roleSchema),
  demo: v.boolean(),
  /** Where its contacts come from and, for a replay, how many times faster than real time. */
  source: v.picklist(['receivers', 'simulated', 'replay']),
  replaySpeed: v.nullable(v.number()),
  /** Whether it runs (SYS-18). Older hosts do not send this. */
  state: v.optional(v.picklist(systemStates)),
  /** Whether it had expired when the host listed it (SYS-15). Older hosts do not send this. */
  expired: v.optional(v.boolean()),
});
export type System = v.InferOutput<typeof systemSchema>;

/** The sidebar of a system (NAV-6: items can be disabled or hidden per system). */
export const sidebarConfigSchema = v.object({
  disabled: v.array(v.string()),
  hidden: v.array(v.string()),
  enabled: v.array(v.string()),
});
type SidebarConfig = v.InferOutput<typeof sidebarConfigSchema>;

/** Returns the sidebar with or without the page of collaborators (ROLE-10). */
export function withCollaborators(sidebar: SidebarConfig, isOffered: boolean): SidebarConfig {
  const others = sidebar.enabled.filter((id) => id !== 'collaborators');
  return { ...sidebar, enabled: isOffered ? [...others, 'collaborators'] : others };
}

/**
 * The settings of one system (SYS-2). `status` 1 means that it operates normally, any other that it is shut
 * down; `expiry` in ms since 1970.
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
  /** Null if this host serves no FTPS (FTPS-7). */
  ftpsPort: v.nullable(v.number()),
  /** Why it serves none, for Administrators. Older hosts do not send this. */
  ftpsProblem: v.optional(v.nullable(v.string())),
  timezone: v.string(),
  autoTimezone: v.boolean(),
  email: emailConfigSchema,
  sidebar: sidebarConfigSchema,
  /** The offsets of the system's timezone over time (SYS-16). Older hosts do not send this. */
  clock: v.optional(systemClockSchema),
});
export type HostConfig = v.InferOutput<typeof hostConfigSchema>;

/** SYS-2: status 1 operates normally. */
export const systemRunning = 1;

/** True if `mitasId` is a valid name for a system; an address with any other leads nowhere (SYS-3). */
export function isSystemName(mitasId: string): boolean {
  return systemNamePattern.test(mitasId);
}
