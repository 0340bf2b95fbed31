import { fileURLToPath } from 'node:url'
import { defineConfig } from 'electron-vite'

const at = (path: string): string => fileURLToPath(new URL(`../${path}`, import.meta.url))

/**
 * The one build. Every process of Packshot is an entry here: the command, the image process, the sample workspace
 * (main, preload and renderer join with the window). Target Node 20.18, so that the test runtime runs it too.
 */
export default defineConfig({
  main: {
    build: {
      // keytar is an optional dependency, which the bundler would else pull in with its native part.
      externalizeDeps: { include: ['keytar'] },
      target: 'node20.18',
      outDir: at('out/main'),
      minify: false,
      sourcemap: true,
      rolldownOptions: {
        input: {
          cli: at('electron/cli/cli.ts'),
          demo: at('electron/cli/demo.ts'),
          'draw-sample-pictures': at('electron/core/image-process/draw-sample-pictures.ts'),
          'image-process': at('electron/core/image-process/image-process.ts'),
          'sample-workspace': at('electron/sample-workspace/sample-workspace.ts'),
        },
        output: { format: 'es', entryFileNames: '[name].js', chunkFileNames: 'chunks/[name]-[hash].js' },
      },
    },
  },
})
