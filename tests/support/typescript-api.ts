/**
 * TypeScript's programming interface, with which openapi-typescript builds its output; TypeScript 7 has none
 * to import.
 */
export { ts as default } from '@ts-morph/common';
