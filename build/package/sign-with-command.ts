import { spawn } from 'node:child_process'

/**
 * How electron-builder signs each program of a Windows package with a command of yours, which gets the file as its last argument: a certificate in a
 * cloud or on a token can't be given as a file. Rejects when it ends with another code than 0.
 */
export const signWithCommand =
  (command: string) =>
  ({ path }: { readonly path: string }): Promise<void> =>
    new Promise((resolve, reject) => {
      const signing = spawn(`${command} "${path}"`, { shell: true, stdio: 'inherit' })
      signing.once('error', reject)
      signing.once('close', (code) => {
        if (code === 0) resolve()
        else reject(new Error(`PACKSHOT_SIGN_COMMAND ended with ${code} for ${path}.`))
      })
    })
