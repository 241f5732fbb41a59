/**
 * Replaces deck.gl's WebGPU code in the build (vite.config.ts, SPEED-3). The map uses WebGL and calls none of
 * it.
 */
export const backendRegistry = null;
export const cleanEvaluateSync = null;
export const GPUDataEvaluator = null;
export const interleave = null;
