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

function session.names()
  local buffer = edit 'Desk.mch'
  go 'count < 3'
  local hover = ask(buffer, 'textDocument/hover', here(buffer))
  same(hover.contents.value:match 'variable' ~= nil, true, 'hover says that count is a variable')
  -- Into another file, and back.
  vim.lsp.buf.definition()
  eventually('the definition', function() return vim.fn.expand '%:t' == 'Counter.mch' and vim.fn.line '.' == 7 end)
  same(vim.fn.expand '<cword>', 'count', 'the name there')
  vim.cmd 'buffer Desk.mch'
  go 'inc ||'
  vim.lsp.buf.declaration()
  eventually('the declaration', function() return vim.fn.expand '%:t' == 'Counter.mch' and vim.fn.line '.' == 12 end)
  -- All uses, in the list of places.
  vim.cmd 'buffer Desk.mch'
  go 'count < 3'
  vim.lsp.buf.references()
  local list = eventually('references', function()
    local found = vim.fn.getqflist()
    return #found > 8 and found
  end)
  local files = {}
  for _, one in ipairs(list) do files[vim.fn.fnamemodify(vim.fn.bufname(one.bufnr), ':t')] = true end
  same(files, { ['Counter.mch'] = true, ['Desk.mch'] = true }, 'files with references')
  vim.cmd 'cclose'
  -- Another name, in both files.
  vim.cmd 'buffer Desk.mch'
  go 'count < 3'
  vim.lsp.buf.rename 'level'
  eventually('the new name', function() return vim.fn.search('level < 3', 'nw') > 0 end)
  local counter = vim.fn.bufnr 'Counter.mch'
  same(table.concat(vim.api.nvim_buf_get_lines(counter, 0, -1, false), '\n'):match 'count%f[%W]', nil, 'the old name in Counter')
  eventually('no mistakes', function() return #messages(buffer) + #messages(counter) == 0 end)
end

function session.symbols()
  local buffer = edit 'Counter.mch'
  vim.lsp.buf.document_symbol()
  eventually('symbols', function() return #vim.fn.getqflist() + #vim.fn.getloclist(0) >= 8 end)
  vim.cmd 'cclose | lclose'
  vim.cmd('buffer ' .. buffer)
  vim.lsp.buf.workspace_symbol 'waiting'
  eventually('symbols of the project', function()
    local found = vim.fn.getqflist()
    return #found == 1 and found[1].text:match 'waiting'
  end)
  vim.cmd 'cclose'
end

function session.writing()
  local buffer = edit 'Counter.mch'
  -- Layout.
  local line = vim.fn.search 'reset ='
  vim.fn.setline(line, '  reset   =BEGIN count:=0||mode:=idle END;')
  vim.lsp.buf.formatting_sync({}, 10000)
  go 'reset ='
  same(vim.fn.search('reset   =', 'nw'), 0, 'the layout')
  vim.cmd 'undo | undo'
  -- Layout of a few lines, by gq.
  line = vim.fn.search 'n <-- value'
  vim.fn.setline(line, '  n    <--value=n:=count;')
  vim.cmd('normal! ' .. line .. 'GV')
  vim.cmd 'normal! gq'
  eventually('the layout of a line', function() return vim.fn.search('n <-- value =', 'nw') > 0 end)
  -- A mistake is mended by what its hint says.
  go 'count < limit'
  local at = vim.fn.line '.'
  vim.fn.setline(at, (vim.fn.getline(at):gsub('count <', 'coumt <')))
  eventually('a mistake', function() return #messages(buffer) == 1 end)
  go 'coumt'
  vim.ui.select = function(items, options, choose)
    for i, item in ipairs(items) do
      if options.format_item(item):match 'count' then return choose(item, i) end
    end
    error 'no action for count'
  end
  vim.lsp.buf.code_action()
  eventually('the mistake is mended', function() return #messages(buffer) == 0 and vim.fn.search('count < limit', 'nw') > 0 end)
end

function session.completion()
  local buffer = edit 'Counter.mch'
  go 'count < limit'
  local at = vim.api.nvim_win_get_cursor(0)
  vim.cmd 'normal! ciwco'
  vim.api.nvim_win_set_cursor(0, { at[1], at[2] + 2 })
  local items = ask(buffer, 'textDocument/completion', here(buffer, { context = { triggerKind = 1 } }))
  local found = {}
  for _, one in ipairs(items.items or items) do found[one.label] = true end
  same(found.count, true, 'count is offered')
  vim.cmd 'undo'
  go 'by <= limit'
  at = vim.api.nvim_win_get_cursor(0)
  vim.cmd 'normal! iprj1(NAT, '
  vim.api.nvim_win_set_cursor(0, { at[1], at[2] + #'prj1(NAT, ' })
  local help = ask(buffer, 'textDocument/signatureHelp', here(buffer))
  same(help.signatures[1].label:match 'prj1' ~= nil, true, 'the signature of prj1')
  vim.cmd 'undo'
end

function session.commands()
  local buffer = edit 'scheduler0_err.mch'
  local lenses = eventually('lenses', function()
    vim.lsp.codelens.refresh()
    local found = vim.lsp.codelens.get(buffer)
    return #found >= 3 and found
  end)
  local check
  for _, one in ipairs(lenses) do
    if one.command and one.command.command == 'probity.check' then check = one end
  end
  -- The lens is run where it stands.
  vim.fn.cursor(check.range.start.line + 1, 1)
  vim.ui.select = function(items, _, choose)
    for i, item in ipairs(items) do
      if item.lens.command.command == 'probity.check' then return choose(item, i) end
    end
  end
  vim.lsp.codelens.run()
  eventually('the counterexample', function() return #messages(buffer) == 1 and vim.diagnostic.get(buffer)[1].lnum + 1 == vim.fn.search('card(pst', 'nw') end)
  vim.cmd [[%s/<= 1/<= 3/]]
  eventually('it goes with a change', function() return #messages(buffer) == 0 end)
  vim.cmd 'ProbityCheck'
  vim.cmd 'ProbityAnimate'
  eventually('the page is opened', function() return opened[1] and opened[1]:match '^http://127%.0%.0%.1:%d+/#%x+$' end)
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
