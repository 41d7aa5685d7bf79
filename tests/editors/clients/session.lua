-- A session in Neovim, with the set-up of editors/vim: what a person does, and what they see.
local bin = vim.env.PROBITY_BIN
vim.cmd 'set noswapfile hidden'

local opened = {}
require('probity').setup { cmd = { bin, 'lsp' }, open = function(address) table.insert(opened, address) end }

--- Waits until `ready` gives something that is neither nil nor false.
local function eventually(what, ready)
  local value
  local found = vim.wait(10000, function()
    value = ready()
    return value
  end, 5)
  if not found then error(what .. ': it did not become so', 2) end
  return value
end

local function same(found, wanted, what)
  if not vim.deep_equal(found, wanted) then
    error(what .. ': expected ' .. vim.inspect(wanted) .. ', found ' .. vim.inspect(found), 2)
  end
end

local function messages(buffer)
  local list = {}
  for _, one in ipairs(vim.diagnostic.get(buffer)) do
    table.insert(list, ('%d:%d %s'):format(one.lnum + 1, one.col + 1, one.code))
  end
  return list
end

--- Opens a file; waits until the server has it.
local function edit(file)
  vim.cmd('edit ' .. file)
  local buffer = vim.api.nvim_get_current_buf()
  eventually('a server for ' .. file, function() return #vim.lsp.get_active_clients() > 0 and vim.lsp.buf_get_clients(buffer) and next(vim.lsp.buf_get_clients(buffer)) end)
  return buffer
end

local function ask(buffer, method, params)
  local answers = vim.lsp.buf_request_sync(buffer, method, params, 10000)
  local _, answer = next(answers or {})
  if not answer or answer.error then error(method .. ': ' .. vim.inspect(answers), 2) end
  return answer.result
end

--- Puts the cursor on the n-th occurrence of a text.
local function go(text, n)
  vim.fn.cursor(1, 1)
  for i = 1, n or 1 do
    if vim.fn.search('\\V' .. text, i == 1 and 'cW' or 'W') == 0 then error('no ' .. text, 2) end
  end
end

local function here(buffer, more)
  return vim.tbl_extend('force', vim.lsp.util.make_position_params(0, 'utf-16'), more or {})
end

local can = {} -- what the server announces

local session = {}

function session.diagnostics()
  local buffer = edit 'Counter.mch'
  can = vim.lsp.get_active_clients()[1].server_capabilities
  same(vim.bo.filetype, 'b', 'the file type')
  local line = vim.fn.search 'count := 0 ||'
  local before = vim.fn.getline(line)
  vim.fn.setline(line, (before:gsub('count', 'coumt', 1)))
  same(eventually('a mistake', function() return #messages(buffer) > 0 and messages(buffer) end), { line .. ':17 unknown-name' }, 'the mistake')
  vim.fn.setline(line, before)
  eventually('no mistake', function() return #messages(buffer) == 0 end)
  -- Another buffer refers to what is not saved here.
  vim.fn.setline(line, (before:gsub('reset', 'again')))
  local desk = edit 'Desk.mch'
  vim.cmd [[%s/THEN inc ||/THEN again ||/]]
  eventually('the new name is known', function() return #messages(desk) == 0 and vim.bo[desk].modified end)
  vim.cmd 'undo'
  vim.cmd 'buffer Counter.mch | undo'
  same(#vim.lsp.get_active_clients(), 1, 'servers of the folder')
end

function session.notations()
  for _, file in ipairs { 'valve.eventb', 'hold.csp' } do
    local buffer = edit(file)
    eventually('a mistake of ' .. file, function() return #messages(buffer) == 1 end)
  end
end

local function run()
  for name in (vim.env.PROBITY_STEPS):gmatch '%S+' do
    local good, problem = xpcall(session[name], function(text) return name .. ': ' .. tostring(text) .. '\n' .. debug.traceback() end)
    if not good then error(problem, 0) end
  end
  for _, client in ipairs(vim.lsp.get_active_clients()) do client.stop() end
  eventually('the server ends', function() return #vim.lsp.get_active_clients() == 0 end)
end

local good, problem = pcall(run)
if not good then
  io.stderr:write(tostring(problem) .. '\n')
  vim.cmd 'cquit'
end
vim.cmd 'qall!'
