/**
 * TypeScript's programming interface, which openapi-typescript builds its output with; TypeScript 7 itself
 * has none to import.
 */
export { ts as default } from '@ts-morph/common';
