import { svelte } from '@sveltejs/vite-plugin-svelte';
import { defineConfig } from 'vite';

/** The policy every response carries; public/_headers repeats it for hosts that read that file. */
export const contentSecurityPolicy = [
  "default-src 'none'",
  "script-src 'self' 'wasm-unsafe-eval'",
  "worker-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "object-src 'none'",
  "require-trusted-types-for 'script'",
  'trusted-types default svelte-trusted-html',
].join('; ');

export default defineConfig({
  base: './',
  plugins: [svelte({ configFile: './svelte.config.mjs' })],
  worker: { format: 'es' },
  build: { target: 'es2023', modulePreload: { polyfill: false }, assetsInlineLimit: 0 },
  preview: {
    headers: { 'Content-Security-Policy': contentSecurityPolicy, 'X-Content-Type-Options': 'nosniff' },
  },
});
