/**
 * Why a form was refused, and the path of its first invalid field, which gets the focus (null if no field is
 * to blame). Each refusal is a new object.
 */
export type FormRefusal = { readonly text: string; readonly path: string | null };
