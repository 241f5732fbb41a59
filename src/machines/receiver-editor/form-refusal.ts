/**
 * Why a form is not gone on with, and its first field in error, to which the person is taken; null where no
 * field is to blame. It is a new one each time it is asked for.
 */
export type FormRefusal = { readonly text: string; readonly path: string | null };
