type Metric = { readonly pid: number; readonly memory?: { readonly workingSetSize: number } }

/** Resident memory of a process of this app in bytes, as Electron measures it (its metrics are in kilobytes): on Windows there is no other way. */
export const createRssReader =
  (metrics: () => readonly Metric[]) =>
  async (pid: number): Promise<number | undefined> => {
    const kilobytes = metrics().find((one) => one.pid === pid)?.memory?.workingSetSize
    return kilobytes === undefined ? undefined : kilobytes * 1024
  }
