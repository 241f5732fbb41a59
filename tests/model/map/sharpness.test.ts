import { expect, test } from 'vitest';
import { isSoftwareRenderer } from '#model/map/sharpness.ts';

/** Which renderers run on a processor (MAP-12), by the names that browsers report. */
test.each([
  ['ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero) (0x0000C0DE)), SwiftShader driver)', true],
  ['Google SwiftShader', true],
  ['Mesa/X.org, llvmpipe (LLVM 15.0.7, 256 bits)', true],
  ['Gallium 0.4 on softpipe', true],
  ['Software Rasterizer', true],
  ['Apple Software Renderer', true],
  ['ANGLE (Microsoft, Microsoft Basic Render Driver Direct3D11 vs_5_0 ps_5_0)', true],
  ['ANGLE (NVIDIA, NVIDIA GeForce RTX 3060 Direct3D11 vs_5_0 ps_5_0, D3D11)', false],
  ['ANGLE (Intel, Mesa Intel(R) UHD Graphics 620 (KBL GT2), OpenGL 4.6)', false],
  ['Apple M2', false],
  ['Adreno (TM) 640', false],
  ['WebKit WebGL', false],
  ['', false],
])('%s: %s', (name, isSoftware) => {
  expect(isSoftwareRenderer(name)).toBe(isSoftware);
});
