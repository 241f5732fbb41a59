import * as v from 'valibot';

/**
 * A person who belongs to a system, or is invited to it (REG-14). `active` once they have registered; names
 * are null until then, and of who is invited also where they have an account. The email is null for who may
 * not see it. `expiresAt` is of an invitation: until when its link is good, in ms since the epoch.
 */
export const collaboratorSchema = v.object({
  id: v.number(),
  active: v.boolean(),
  firstName: v.nullable(v.string()),
  lastName: v.nullable(v.string()),
  email: v.nullable(v.string()),
  RoleId: v.number(),
  expiresAt: v.nullable(v.number()),
});
export type Collaborator = v.InferOutput<typeof collaboratorSchema>;
