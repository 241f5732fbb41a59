import type { RetentionFields } from '#model/entities/retention.ts';
import type { Generated } from 'kysely';
import type { MailSubscription } from '#model/entities/mail-subscription.ts';
import type { DefaultJson, DefaultTimestamp, NullableJson, NullableTimestamp, Timestamp } from './column-types.ts';

export type SystemKind = 'simulated' | 'ingest' | 'replay';

/** `id` is the mitasId, `number` the numeric id (SYS-1). */
export type SystemTable = {
  id: string;
  number: Generated<number>;
  common_name: string;
  kind: Generated<SystemKind>;
  replay: NullableJson<Record<string, unknown>>;
  status: Generated<number>;
  offline: Generated<boolean>;
  demo: Generated<boolean>;
  timezone: Generated<string>;
  auto_timezone: Generated<boolean>;
  clock_sync_interval: Generated<number>;
  offline_alarm_minutes: Generated<number>;
  /** Where its alarms are sent besides mail. */
  webhook_id: number | null;
  max_receivers: Generated<number>;
  expiry: NullableTimestamp;
  emails_enabled: Generated<boolean>;
  /** Whether it offers its page of collaborators, besides what `sidebar` says. */
  collaborators_page: Generated<boolean>;
  sidebar: DefaultJson<{ disabled: string[]; hidden: string[]; enabled: string[] }>;
  /** By the names of #model/entities/retention.ts. */
  retention: DefaultJson<RetentionFields>;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

/**
 * `password_hash` is null until the person has chosen a password; `superuser` operates the host (role 0 in
 * every system); `demo` has a published password.
 */
export type UserTable = {
  id: Generated<number>;
  username: string;
  email: string;
  first_name: Generated<string>;
  last_name: Generated<string>;
  company: Generated<string>;
  password_hash: string | null;
  activated: Generated<boolean>;
  /** Was let in, and has still to complete their profile. */
  awaits_completion: Generated<boolean>;
  superuser: Generated<boolean>;
  demo: Generated<boolean>;
  dark_mode: Generated<boolean>;
  excel_csv: Generated<boolean>;
  timezone: Generated<string>;
  auto_timezone: Generated<boolean>;
  current_system_id: string | null;
  created_at: DefaultTimestamp;
  last_login: NullableTimestamp;
};

export type MembershipTable = {
  user_id: number;
  system_id: string;
  role_id: number;
  last_seen_alarm_id: Generated<number>;
  last_seen_version: Generated<number>;
  emails_enabled: Generated<boolean>;
  email_alarms: Generated<boolean>;
  email_reports: Generated<boolean>;
  email_tag_spotted: Generated<boolean>;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

/** Somebody who is asked to come into a system, by the email that their link is mailed to. */
export type InvitationTable = {
  id: Generated<number>;
  system_id: string;
  email: string;
  role_id: number;
  token_hash: Buffer;
  sender_id: number | null;
  /** When the page of its link was first told that it is good. */
  verified_at: NullableTimestamp;
  expires_at: Timestamp;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

/** Written by a trigger of `memberships`: whose changed, and where. */
export type MembershipChangeTable = { id: Generated<number>; user_id: number; system_id: string; at: DefaultTimestamp };

/** A session is the family of its refresh tokens: a reused one ends them all. */
export type SessionTable = {
  id: Generated<string>;
  user_id: number;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  ended_reason: string | null;
  /** As people read it: 'Firefox on Linux'. */
  device: Generated<string>;
  used_at: DefaultTimestamp;
};

/**
 * By which a person's programs read a system; only the hash of a key is kept. `begins_with`: how it begins,
 * by which its person tells it from others.
 */
export type AccessKeyTable = {
  id: Generated<number>;
  user_id: number;
  system_id: string;
  name: string;
  key_hash: Buffer;
  begins_with: string;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  last_used_at: NullableTimestamp;
  revoked_at: NullableTimestamp;
};

export type RefreshTokenTable = {
  token_hash: Buffer;
  session_id: string;
  issued_at: DefaultTimestamp;
  expires_at: Timestamp;
  used_at: NullableTimestamp;
};

export type AccountTokenTable = {
  token_hash: Buffer;
  purpose: 'complete' | 'reset' | 'email' | 'unsubscribe';
  user_id: number;
  system_id: string | null;
  /** Of what an 'unsubscribe' takes somebody off; null for the others. */
  subscription: MailSubscription | null;
  /** What an 'email' makes the person's; null for the others. */
  email: string | null;
  expires_at: Timestamp;
  /** When its page was first told that it is good. */
  verified_at: NullableTimestamp;
};

export type RegistrationRequestTable = {
  id: Generated<number>;
  first_name: string;
  last_name: string;
  email: string;
  company: string;
  username: string;
  created_at: DefaultTimestamp;
  approved_at: NullableTimestamp;
};

/**
 * Kept by a trigger of `users`: who logs in by a name, folded by `login_name()`. Null where two people had it
 * before that was refused.
 */
export type LoginNameTable = { name: string; user_id: number | null };

/** What rate-limiter-flexible counts; `expire` in ms since the epoch. */
export type RateLimitTable = { key: string; points: number; expire: number | null };

/** Security events of other processes that the running host has still to log. */
export type SecurityNoteTable = {
  id: Generated<number>;
  at: DefaultTimestamp;
  event: DefaultJson<Record<string, unknown>>;
  logged_at: NullableTimestamp;
};

export type SigningKeyTable = {
  id: Generated<string>;
  /** 'token' signs access tokens and chains refresh tokens, 'device' signs device cookies. */
  purpose: Generated<'token' | 'device'>;
  secret: Buffer;
  created_at: DefaultTimestamp;
  /** When a newer one took over signing. */
  superseded_at: NullableTimestamp;
  retired_at: NullableTimestamp;
};

/**
 * `kept` is read here and never sent, `waiting` has a job, `refused` was by the mail server for good, `dead`
 * was tried for too long or has no tries left, `cancelled` was by a person.
 */
export type OutboxState = 'kept' | 'waiting' | 'sent' | 'refused' | 'cancelled' | 'dead';

export type MailOutboxTable = {
  id: Generated<number>;
  system_id: string | null;
  kind: string;
  state: OutboxState;
  /** Without its brackets; the same in every try. */
  message_id: string;
  unsubscribe_url: string | null;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  /** Its words are erased once it was sent, as a link in them lets its reader in. */
  holds_link: Generated<boolean>;
  created_at: DefaultTimestamp;
  sent_at: NullableTimestamp;
  attempts: Generated<number>;
  last_error: string | null;
};

/** The tables of systems, people and how they log in. */
export type AccountTables = {
  systems: SystemTable;
  users: UserTable;
  memberships: MembershipTable;
  membership_changes: MembershipChangeTable;
  invitations: InvitationTable;
  sessions: SessionTable;
  refresh_tokens: RefreshTokenTable;
  access_keys: AccessKeyTable;
  account_tokens: AccountTokenTable;
  registration_requests: RegistrationRequestTable;
  login_names: LoginNameTable;
  rate_limits: RateLimitTable;
  security_notes: SecurityNoteTable;
  signing_keys: SigningKeyTable;
  mail_outbox: MailOutboxTable;
};
