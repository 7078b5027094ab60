/** Nothing of what this process was told: where programs lie, and where Node keeps what it has compiled. */
export function bareEnvironment({ PATH = "", NODE_COMPILE_CACHE }: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };
}
