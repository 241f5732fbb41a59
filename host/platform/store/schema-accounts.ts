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
  /** The webhook that gets the system's alarms, in addition to emails. */
  webhook_id: number | null;
  max_receivers: Generated<number>;
  expiry: NullableTimestamp;
  emails_enabled: Generated<boolean>;
  /** Whether the system offers the page of collaborators; independent of `sidebar`. */
  collaborators_page: Generated<boolean>;
  sidebar: DefaultJson<{ disabled: string[]; hidden: string[]; enabled: string[] }>;
  /** The retention settings, with the names of #model/entities/retention.ts. */
  retention: DefaultJson<RetentionFields>;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

/**
 * `password_hash` is null until the person has chosen a password. `superuser`: the person operates the host
 * (role 0 in every system). `demo`: the account's password is published.
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
  /** The account was admitted, but its person has not completed the profile yet. */
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

/** A person invited to a system; the link is emailed to `email`. */
export type InvitationTable = {
  id: Generated<number>;
  system_id: string;
  email: string;
  role_id: number;
  token_hash: Buffer;
  sender_id: number | null;
  /** When the link's page first asked whether the link is valid. */
  verified_at: NullableTimestamp;
  expires_at: Timestamp;
  rev: Generated<number>;
  created_at: DefaultTimestamp;
};

/** The person and system of a changed membership, written by a trigger of `memberships`. */
export type MembershipChangeTable = { id: Generated<number>; user_id: number; system_id: string; at: DefaultTimestamp };

/** A session is the family of its refresh tokens; if one of them is used again, the session ends. */
export type SessionTable = {
  id: Generated<string>;
  user_id: number;
  created_at: DefaultTimestamp;
  expires_at: Timestamp;
  ended_at: NullableTimestamp;
  ended_reason: string | null;
  /** The device in words, such as 'Firefox on Linux'. */
  device: Generated<string>;
  used_at: DefaultTimestamp;
};

/**
 * A key with which a person's programs read a system; only its hash is stored. `begins_with`: its first
 * characters, by which its person recognises it.
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
  /** For 'unsubscribe': the kind of emails; null otherwise. */
  subscription: MailSubscription | null;
  /** For 'email': the new address; null otherwise. */
  email: string | null;
  expires_at: Timestamp;
  /** When the link's page first asked whether the link is valid. */
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
 * The user of each login name, maintained by a trigger of `users`. `login_name()` folds the names. `user_id`
 * is null if two people had the name before that was refused.
 */
export type LoginNameTable = { name: string; user_id: number | null };

/** Counts written by rate-limiter-flexible; `expire` in ms since 1970. */
export type RateLimitTable = { key: string; points: number; expire: number | null };

/** Security events that other processes noted, for the running host to log. */
export type SecurityNoteTable = {
  id: Generated<number>;
  at: DefaultTimestamp;
  event: DefaultJson<Record<string, unknown>>;
  logged_at: NullableTimestamp;
};

export type SigningKeyTable = {
  id: Generated<string>;
  /** 'token' signs access tokens and chains refresh tokens; 'device' signs device cookies. */
  purpose: Generated<'token' | 'device'>;
  secret: Buffer;
  created_at: DefaultTimestamp;
  /** When a newer key takes over signing. */
  superseded_at: NullableTimestamp;
  retired_at: NullableTimestamp;
};

/**
 * `kept`: only stored, never sent. `waiting`: a job will send it. `refused`: rejected by the mail server for
 * good. `dead`: given up after too long or too many tries. `cancelled`: by a person.
 */
export type OutboxState = 'kept' | 'waiting' | 'sent' | 'refused' | 'cancelled' | 'dead';

export type MailOutboxTable = {
  id: Generated<number>;
  system_id: string | null;
  kind: string;
  state: OutboxState;
  /** The Message-ID without its angle brackets; every try sends the same. */
  message_id: string;
  unsubscribe_url: string | null;
  recipient: string;
  subject: string;
  body_text: string;
  body_html: string | null;
  /** If true, the text is erased after sending, because it contains a link that gives its reader access. */
  holds_link: Generated<boolean>;
  created_at: DefaultTimestamp;
  sent_at: NullableTimestamp;
  attempts: Generated<number>;
  last_error: string | null;
};

/** The tables of systems, people and logins. */
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
