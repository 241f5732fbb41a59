import * as v from 'valibot';

/**
 * A member of a system, or an invitation to it (REG-14). `active` is true once the person has registered.
 * Before that, and for invitations, the names are null. The email is null if the caller may not see it.
 * `expiresAt` is when an invitation's link expires, in ms since 1970.
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
