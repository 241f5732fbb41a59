/**
 * Stands in the build for what deck.gl computes by WebGPU with (vite.config.ts, SPEED-3): the map is drawn by
 * WebGL, and calls none of it.
 */
export const backendRegistry = null;
export const cleanEvaluateSync = null;
export const GPUDataEvaluator = null;
export const interleave = null;
